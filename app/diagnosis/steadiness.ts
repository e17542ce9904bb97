import { LatencyHistogram } from "../statistics/latencyHistogram.ts";
import { driftOf, mserCut } from "../statistics/steadyState.ts";
import { goodAnswers, type LevelSummary } from "./levelSummary.ts";

/** A change within a level that is neither small nor noise. */
export interface LevelDrift {
  readonly metric: "throughput" | "latency"; // latency: the median
  readonly change: number; // over the window, as a share of the median; negative: it falls
  readonly probability: number; // that noise alone looks like this
  readonly settledAfterSeconds: number | null; // of the window, where the level part begins; null: it never settles
}

const BIN_MS = 1000; // shorter ones follow one another too closely to be independent
const MOST_BINS = 60; // hours are looked at in longer bins: pairs of bins are compared
export const FEWEST_BINS = 6; // five in order have a probability of 0.017: nothing could be told
const PROBABILITY = 0.01; // of a false alarm; two metrics of ten levels are looked at, and a change must be large as well
const CHANGE_SHARE = 0.05; // a smaller change is within what levels differ by anyway (a plateau may spread by 15 %)

/** What changes while a level is measured. Empty: it is steady, or too short to tell. */
export function driftsOf(level: LevelSummary): LevelDrift[] {
  const bins = binsOf(level);
  if (bins.length < FEWEST_BINS) return [];
  const series = { throughput: bins.map(({ throughputRps }) => throughputRps), latency: bins.flatMap(({ medianMs }) => medianMs ?? []) };
  return (["throughput", "latency"] as const).flatMap((metric) => {
    const values = series[metric];
    if (values.length < FEWEST_BINS) return [];
    const drift = driftOf(values);
    if (drift === null || drift.probability >= PROBABILITY || Math.abs(drift.change) <= CHANGE_SHARE) return [];
    const cut = mserCut(values);
    const settles = cut > 0 && cut < values.length / 2;
    return [{ metric, ...drift, settledAfterSeconds: settles ? (cut * level.measuredSeconds) / values.length : null }];
  });
}

/** Equal parts of the window, of a second or more; a rest at the end that is shorter is left out. */
function binsOf({ ticks, measuredSeconds }: LevelSummary): { throughputRps: number; medianMs: number | null }[] {
  const binMs = Math.max(BIN_MS, (1000 * measuredSeconds) / MOST_BINS) - 1; // ticks add up to whole bins; 1 forgives rounding
  const bins: { throughputRps: number; medianMs: number | null }[] = [];
  let [good, ms] = [0, 0];
  let latencies = new LatencyHistogram();
  for (const tick of ticks) {
    good += goodAnswers(tick);
    ms += tick.durationMs;
    latencies.add(tick.latencies);
    if (ms < binMs) continue;
    bins.push({ throughputRps: (1000 * good) / ms, medianMs: latencies.count === 0 ? null : latencies.quantile(0.5) / 1000 });
    [good, ms] = [0, 0];
    latencies = new LatencyHistogram();
  }
  return bins;
}
