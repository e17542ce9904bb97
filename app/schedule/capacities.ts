import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { objectiveText } from "../model/objective.ts";
import type { Recording } from "../model/recording.ts";
import { meanThinkTimeMs } from "../statistics/thinkTimeDistribution.ts";
import { trialsOf } from "./nextLevel.ts";

/** Up to how many connections an objective held, for one think time. */
export interface Capacity {
  readonly slo: string; // "p90<31ms"
  readonly thinkTimeMs: number | null; // mean asked for; null: none
  readonly connections: number | null; // the most that kept it, below all that missed it; null: not even the fewest
  readonly firstMissed: number | null; // the fewest that did not; null: all kept it, the capacity may be higher
}

/** For every objective and every think time, from whatever levels were run: a search, or a list. */
export function capacitiesOf({ plan, levels }: Pick<Recording, "plan" | "levels">, summaries: readonly LevelSummary[]): Capacity[] {
  if (plan.rates !== null) return [];
  return plan.thinkTimes.flatMap((thinkTime) =>
    plan.objectives.map((objective): Capacity => {
      const outcome = new Map(
        trialsOf({ objectives: [objective] }, thinkTime, levels, summaries).map(({ connections, met }) => [connections, met === "met"]),
      ); // the latest run of a level decides
      const missed = [...outcome].flatMap(([connections, met]) => (met ? [] : [connections]));
      const firstMissed = missed.length === 0 ? null : Math.min(...missed);
      const kept = [...outcome].flatMap(([connections, met]) =>
        met && (firstMissed === null || connections < firstMissed) ? [connections] : [],
      );
      return {
        slo: objectiveText(objective),
        thinkTimeMs: thinkTime.kind === "none" ? null : meanThinkTimeMs(thinkTime),
        connections: kept.length === 0 ? null : Math.max(...kept),
        firstMissed,
      };
    }),
  );
}
