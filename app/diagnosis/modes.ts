import { type LatencyModes, latencyModes } from "../statistics/latencyModes.ts";
import type { LevelSummary } from "./levelSummary.ts";
import { remembered } from "./remembered.ts";

const NONE: LatencyModes = { modes: [], probability: 1 };

/**
 * The modes of a level's latencies, as many independent ones as they are worth; none where another tool kept no histogram, and none
 * of a level that still runs: it is judged four times a second, and looking takes milliseconds.
 */
export const modesOf = remembered(({ state, latencies, coherence }) =>
  state === "running" ? NONE : latencyModes(latencies, coherence?.times),
);

const MOST_LEVELS = 5; // modes are of the target more than of the load: more levels say the same again, and cost their time

/** The first level, the last, and some evenly between them. */
export function someOf(levels: readonly LevelSummary[]): readonly LevelSummary[] {
  if (levels.length <= MOST_LEVELS) return levels;
  return Array.from({ length: MOST_LEVELS }, (_, i) => levels[Math.round((i * (levels.length - 1)) / (MOST_LEVELS - 1))] as LevelSummary);
}
