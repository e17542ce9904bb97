import { type LatencyModes, latencyModes } from "../statistics/latencyModes.ts";
import type { LevelSummary } from "./levelSummary.ts";

const known = new WeakMap<LevelSummary, LatencyModes>(); // several rules ask, and looking takes milliseconds

/** The modes of a level's latencies, as many independent ones as they are worth; none where another tool kept no histogram. */
export function modesOf(level: LevelSummary): LatencyModes {
  const before = known.get(level);
  if (before !== undefined) return before;
  const modes = latencyModes(level.latencies, level.coherence?.times);
  known.set(level, modes);
  return modes;
}
