import type { Estimate } from "../model/finding.ts";
import { inefficiency } from "../statistics/autocorrelation.ts";
import { kolmogorovTail } from "../statistics/kolmogorovSmirnov.ts";
import type { LatencyHistogram } from "../statistics/latencyHistogram.ts";
import { hodgesLehmann, varghaDelaney } from "../statistics/mannWhitney.ts";
import { FEWEST } from "./ratio.ts";
import type { Side } from "./side.ts";

/** How the latencies of one load differ. */
export interface LatencyDifference {
  /** Kolmogorov and Smirnov's: the largest difference between the two cumulative distributions, of all latencies. Null: no histogram. */
  readonly distance: number | null; // 0..1
  readonly probability: number | null; // of such a distance, if nothing differs; null: how many latencies are independent cannot be told
  /** From before to after, of the medians of seconds (Hodges and Lehmann), ms. Null with fewer than three seconds. */
  readonly shiftMs: Estimate | null;
  readonly a12: number | null; // probability that a second's median is higher after than before (Vargha and Delaney)
}

export function latencyDifference(before: Side, after: Side): LatencyDifference {
  const distance = histogramDistance(before.latencies, after.latencies);
  const [n, m] = [before.independentLatencies, after.independentLatencies];
  const [xs, ys] = [before.medianMsBySecond, after.medianMsBySecond];
  const enough = xs.length >= FEWEST && ys.length >= FEWEST;
  return {
    distance,
    probability: distance === null || n === null || m === null ? null : tailOf(distance, n, m),
    shiftMs: enough ? widened(hodgesLehmann(xs, ys), Math.sqrt(Math.max(inefficiency(xs), inefficiency(ys)))) : null,
    a12: enough ? varghaDelaney(ys, xs) : null,
  };
}

/**
 * The largest difference between the cumulative distributions of two histograms: that of the recorded latencies to the width of a
 * bucket (0.1 %). Null when one is empty.
 */
export function histogramDistance(a: LatencyHistogram, b: LatencyHistogram): number | null {
  if (a.count === 0 || b.count === 0) return null;
  const steps = [...stepsOf(a, 1), ...stepsOf(b, -1)].sort((p, q) => p.us - q.us);
  let [apart, most] = [0, 0];
  for (const [i, { us, by }] of steps.entries()) {
    apart += by;
    if (steps[i + 1]?.us !== us) most = Math.max(most, Math.abs(apart)); // equal latencies are passed together
  }
  return most;
}

function stepsOf(histogram: LatencyHistogram, sign: 1 | -1): { us: number; by: number }[] {
  return [...histogram.buckets()].map(({ fromUs, count }) => ({ us: fromUs, by: (sign * count) / histogram.count }));
}

/** Latencies of one moment share a queue: their number counts as that of the independent ones (Stephens' correction, 1970). */
function tailOf(distance: number, n: number, m: number): number {
  const size = Math.sqrt((n * m) / (n + m));
  return kolmogorovTail((size + 0.12 + 0.11 / size) * distance);
}

/** The ranks' interval takes every second for independent: where they hang together it is that much wider. */
function widened({ value, low, high }: Estimate, factor: number): Estimate {
  return { value, low: value - (value - low) * factor, high: value + (high - value) * factor };
}
