import { type LatencyModes, latencyModes } from "../statistics/latencyModes.ts";
import type { LevelSummary } from "./levelSummary.ts";

const known = new WeakMap<LevelSummary, LatencyModes>(); // several rules ask, and looking takes milliseconds

const NONE: LatencyModes = { modes: [], probability: 1 };

/**
 * The modes of a level's latencies, as many independent ones as they are worth; none where another tool kept no histogram, and none
 * of a level that still runs: it is judged four times a second.
 */
export function modesOf(level: LevelSummary): LatencyModes {
  if (level.state === "running") return NONE;
  const before = known.get(level);
  if (before !== undefined) return before;
  const modes = latencyModes(level.latencies, level.coherence?.times);
  known.set(level, modes);
  return modes;
}
