import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { failedShare, hasErrors, isInvalid } from "../diagnosis/validity.ts";
import type { Objective } from "../model/objective.ts";
import { wilsonInterval } from "../statistics/proportion.ts";

/** `unclear`: the measurement is too short to tell on which side of the limit the truth lies. `invalid`: it says nothing of the target at all. */
export type Met = "met" | "missed" | "unclear" | "invalid";

const PERCENTILES: Readonly<Partial<Record<Objective["metric"], number>>> = {
  p50: 0.5,
  p75: 0.75,
  p90: 0.9,
  p95: 0.95,
  p99: 0.99,
  p999: 0.999,
};
const CORRELATION = 4; // answers of one closed loop share the queue: so many count as one (a batch of a second would give 3 to 5 on the lab's targets)

/**
 * Did the level keep the objective? A percentile is a statement on the share of answers above the limit ("p90 < 31 ms":
 * at most a tenth), so its uncertainty is that of a share; mean and throughput have theirs from one-second bins.
 */
export function objectiveMet(objective: Objective, level: LevelSummary): Met {
  const { metric, limit } = objective;
  if (isInvalid(level)) return "invalid";
  if (level.requests === 0) return "missed";
  if (metric === "errors") return side(wilsonInterval(failedShare(level) * asked(level), asked(level)), limit);
  if (metric === "throughput") {
    const { low, high } = level.throughputInterval;
    return low > limit ? "met" : high < limit ? "missed" : "unclear";
  }
  if (hasErrors(level, 0.5)) return "missed"; // latency of the few good answers is no comfort
  if (metric === "max") return level.latencyMs.max < limit ? "met" : "missed";
  if (metric === "mean") {
    const half = (1.96 * level.latencyMs.stdev) / Math.sqrt(Math.max(1, level.goodRequests / CORRELATION));
    return side({ low: level.latencyMs.mean - half, high: level.latencyMs.mean + half }, limit);
  }
  const p = PERCENTILES[metric] ?? 0.5;
  const all = level.latencies.count / CORRELATION;
  return side(wilsonInterval(shareAbove(level, limit) * all, all), 1 - p);
}

/** All of them: invalid when the level is, missed when one of them is, met when all are. */
export function allMet(objectives: readonly Objective[], level: LevelSummary): Met {
  const each = objectives.map((objective) => objectiveMet(objective, level));
  if (isInvalid(level)) return "invalid";
  return each.includes("missed") ? "missed" : each.includes("unclear") ? "unclear" : "met";
}

function side({ low, high }: { readonly low: number; readonly high: number }, limit: number): Met {
  return high < limit ? "met" : low > limit ? "missed" : "unclear";
}

function asked({ requests, errors }: LevelSummary): number {
  return requests + errors.connect + errors.send + errors.receive + errors.timeout;
}

function shareAbove({ latencies }: LevelSummary, limitMs: number): number {
  let above = 0;
  for (const { fromUs, count } of latencies.buckets()) if (fromUs >= limitMs * 1000) above += count;
  return latencies.count === 0 ? 1 : above / latencies.count;
}
