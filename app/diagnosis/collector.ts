import type { LevelSummary } from "./levelSummary.ts";

export const COLLECTOR_SHARE = 0.2; // of the target's time; HotSpot's G1 aims at 1/13 = 0.08 (GCTimeRatio 12): beyond, the heap is too small
const COLLECTOR_CORES = 0.1; // a target that hardly works has a large share of hardly anything

/** What the garbage collector takes of the target's time, or of its CPU, 0..1: the larger, as a collector may stop everything or work beside it. */
export function collectorShare({ target }: LevelSummary): number | null {
  if (target === null) return null;
  const { collectorTimeShare: ofTime, collectorCores, cpuCores } = target;
  const ofCpu =
    collectorCores === null || cpuCores === null || cpuCores === 0
      ? null
      : collectorCores < COLLECTOR_CORES
        ? 0
        : collectorCores / cpuCores;
  return ofTime === null && ofCpu === null ? null : Math.max(ofTime ?? 0, ofCpu ?? 0);
}
