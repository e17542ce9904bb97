import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { objectiveText } from "../model/objective.ts";
import type { Recording } from "../model/recording.ts";
import { meanThinkTimeMs } from "../statistics/thinkTimeDistribution.ts";
import { edgeOf } from "./edge.ts";
import { trialsOf } from "./nextLevel.ts";

/** Up to how many connections an objective held, for one think time. */
export interface Capacity {
  readonly slo: string; // "p90<31ms"
  readonly thinkTimeMs: number | null; // mean asked for; null: none
  readonly connections: number | null; // the most that kept it, below all that missed it; null: not even the fewest
  readonly firstMissed: number | null; // the fewest that did not; null: all kept it, the capacity may be higher
  readonly invalidAt: number | null; // the fewest between the two of which there is no valid measurement; null: none
}

/** For every objective and every think time, from whatever levels were run: a search, or a list. */
export function capacitiesOf({ plan, levels }: Pick<Recording, "plan" | "levels">, summaries: readonly LevelSummary[]): Capacity[] {
  if (plan.rates !== null) return [];
  return plan.thinkTimes.flatMap((thinkTime) =>
    plan.objectives.map((objective): Capacity => {
      const { kept, firstMissed, invalidAt } = edgeOf(trialsOf({ objectives: [objective] }, thinkTime, levels, summaries));
      return {
        slo: objectiveText(objective),
        thinkTimeMs: thinkTime.kind === "none" ? null : meanThinkTimeMs(thinkTime),
        connections: kept,
        firstMissed,
        invalidAt,
      };
    }),
  );
}
