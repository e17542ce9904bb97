import type { LevelSummary } from "../levelSummary.ts";
import { percent } from "../numbers.ts";
import { driftsOf } from "../steadiness.ts";
import type { Doubt } from "./doubt.ts";

/** A level that still runs is not judged: its beginning alone says nothing. */
export function steadinessDoubts(level: LevelSummary): Doubt[] {
  if (level.state === "running") return [];
  const [worst] = driftsOf(level).toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
  if (worst === undefined) return [];
  const { metric, change, settledAfterSeconds } = worst;
  const what = `${metric === "throughput" ? "Throughput" : "The median latency"} ${change > 0 ? "rose" : "fell"} by ${percent(Math.abs(change))}`;
  const todo =
    settledAfterSeconds === null
      ? "it had not settled at the end. Measure longer, with a longer warm-up."
      : `it settled after ${Math.ceil(settledAfterSeconds)} s. Warm up that much longer.`;
  return [{ kind: "not-steady", state: "doubtful", weight: Math.abs(change), text: `${what} while the level was measured: ${todo}` }];
}
