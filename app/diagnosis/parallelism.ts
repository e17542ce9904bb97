import type { Estimate, Plateau } from "../model/finding.ts";
import { product, relativeError } from "../statistics/interval.ts";
import type { LevelSummary } from "./levelSummary.ts";

const FEWEST = 10; // good answers, for a mean worth the name

/**
 * Mean time of a request that waits for nobody, s: the smallest mean latency among the levels
 * before the plateau, or of the level with one connection. Null when every level already waits.
 * The mean, because Little's law is about means; the smallest, because the first level may be
 * slowed by cold caches and sleeping cores.
 */
export function unloadedSeconds(levels: readonly LevelSummary[], plateau: Plateau): Estimate | null {
  const unloaded = levels.filter(
    (level) => !(level.goodRequests < FEWEST) && (level.connections === 1 || !plateau.levels.includes(level.index)),
  );
  const estimates = unloaded.map(({ latencyMs, goodRequests, throughputInterval }): Estimate => {
    const counted = (1.96 * latencyMs.stdev) / Math.sqrt(goodRequests);
    const half = Number.isNaN(counted) ? latencyMs.mean * relativeError(throughputInterval) : counted; // of told levels
    return { value: latencyMs.mean / 1000, low: (latencyMs.mean - half) / 1000, high: (latencyMs.mean + half) / 1000 };
  });
  return estimates.length === 0 ? null : estimates.reduce((least, estimate) => (estimate.value < least.value ? estimate : least));
}

/**
 * Requests the target really works on at once: throughput at the plateau times the unloaded time
 * (Little's law without the queue). It is the size of a pool only when a request holds its place
 * for its whole time; otherwise the pool is smaller: m = parallelism x held / whole time.
 */
export function effectiveParallelism(levels: readonly LevelSummary[], plateau: Plateau | null): Estimate | null {
  const unloaded = plateau === null ? null : unloadedSeconds(levels, plateau);
  return plateau === null || unloaded === null ? null : product(plateau.throughputRps, unloaded);
}
