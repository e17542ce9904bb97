import type { LatencyHistogram } from "../statistics/latencyHistogram.ts";
import type { LatencyMode } from "../statistics/latencyModes.ts";
import type { LevelSummary } from "./levelSummary.ts";

const FEWEST = 10; // answers of a mode that tell
const MOST_TELL = 0.5; // of a mode's answers; else those that tell may be of another kind than the others

/**
 * The share of the answers near each mode that a cache had, 0..1; null where the headers of too few tell. Where no answer is told to be a miss
 * (the Age header knows hits alone), those that do not tell count as misses.
 */
export function hitShares({ caches, latencies }: LevelSummary, modes: readonly LatencyMode[]): readonly number[] | null {
  if (caches === null) return null;
  const [all, hits, misses] = [latencies, caches.hits.latencies, caches.misses.latencies].map((each) => counts(each, modes)) as [
    number[],
    number[],
    number[],
  ];
  const missesTold = caches.misses.requests > 0;
  const shares = all.map((answers, i) => {
    const hit = hits[i] as number;
    const told = missesTold ? hit + (misses[i] as number) : answers;
    return told < FEWEST || told < MOST_TELL * answers ? Number.NaN : hit / told;
  });
  return shares.some(Number.isNaN) ? null : shares;
}

/** How many latencies lie in each mode; a bucket that a valley cuts counts where its middle is. */
function counts(latencies: LatencyHistogram, modes: readonly LatencyMode[]): number[] {
  const found = modes.map(() => 0);
  let mode = 0;
  for (const { fromUs, toUs, count } of latencies.buckets()) {
    while (mode < modes.length - 1 && (fromUs + toUs - 1) / 2 > 1000 * (modes[mode] as LatencyMode).upToMs) mode++;
    (found[mode] as number) += count;
  }
  return found;
}
