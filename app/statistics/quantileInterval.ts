import { PlateauError } from "../model/errors.ts";
import type { Estimate } from "../model/finding.ts";
import type { LatencyHistogram } from "./latencyHistogram.ts";

const Z975 = 1.959964;
const FEWEST_BEYOND = 10; // independent latencies beyond a percentile: with fewer it is one of the last few, and those are chance

/**
 * A percentile of latencies, µs, with its 95 % interval: the latencies of rank n p -+ 1.96 sqrt(n p (1 - p)), whatever the distribution. `effectiveCount`: so
 * many independent latencies is the histogram worth. Null when fewer than 10 of those lie beyond: p99 needs 1000, p99.9 needs 10 000.
 *
 * Percentiles of parts cannot be averaged: add the histograms.
 * @throws PlateauError VALUE_OUT_OF_RANGE unless 0 < p < 1
 */
export function quantileInterval(histogram: LatencyHistogram, p: number, effectiveCount = histogram.count): Estimate | null {
  refuseOutside(p);
  const n = Math.min(effectiveCount, histogram.count);
  if (n * Math.min(p, 1 - p) < FEWEST_BEYOND - 1e-9) return null; // 1000 · (1 - 0.99) is 9.999999999999991 in doubles
  const half = Z975 * Math.sqrt((p * (1 - p)) / n);
  const at = (share: number): number => histogram.quantile(Math.min(1, Math.max(0, share)));
  return { value: at(p), low: at(p - half), high: at(p + half) };
}

/** How many independent latencies it takes until the longest bounds a percentile from above in 95 of 100 cases, p^n <= 0.05: 299 for p99, 2995 for p99.9. */
export function countToBound(p: number): number {
  refuseOutside(p);
  return Math.ceil(Math.log(0.05) / Math.log(p));
}

function refuseOutside(p: number): void {
  if (!(p > 0 && p < 1)) throw new PlateauError("VALUE_OUT_OF_RANGE", `a percentile's interval needs 0 < p < 1; got ${p}`);
}
