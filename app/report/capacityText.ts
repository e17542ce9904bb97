import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { count, shortLatency } from "../figures/quantity.ts";
import { thinkTimeWords } from "../figures/thinkTimeWords.ts";
import type { Objective } from "../model/objective.ts";
import type { Plan } from "../model/plan.ts";
import type { Recording } from "../model/recording.ts";
import type { ThinkTime } from "../model/thinkTime.ts";
import { type Capacity, capacitiesOf } from "../schedule/capacities.ts";
import { MOST_INVALID } from "../schedule/capacitySearch.ts";
import { trialsOf } from "../schedule/nextLevel.ts";

/** "p90 < 31 ms": an objective as people say it. */
export function objectiveWords({ metric, relation, limit }: Objective): string {
  if (metric === "errors") return `errors ${relation} ${Number((limit * 100).toPrecision(6))}\u00a0%`;
  if (metric === "throughput") return `throughput ${relation} ${count(limit)}\u00a0req/s`;
  return `${metric} ${relation} ${shortLatency(limit)}`;
}

/** "p90 < 31 ms holds up to 25 connections at 5 ms; not kept at 50." One for each think time and objective. */
export interface CapacityText {
  readonly text: string;
  readonly state: "holds" | "missed" | "undecided";
}

/** Whatever levels were run, a search or a list. A level too short to tell is not one that failed: the words differ. */
export function capacitySentences(
  { plan, levels }: Pick<Recording, "plan" | "levels">,
  summaries: readonly LevelSummary[],
): CapacityText[] {
  const capacities = capacitiesOf({ plan, levels }, summaries);
  const { thinkTimes, objectives } = plan;
  return thinkTimes.flatMap((thinkTime, row) =>
    objectives.flatMap((objective, column) => {
      const capacity = capacities[row * objectives.length + column];
      if (capacity === undefined) return [];
      const trials = trialsOf({ objectives: [objective] }, thinkTime, levels, summaries);
      const { connections, firstMissed, invalidAt } = capacity;
      const valid = trials.filter(({ met }) => met !== "invalid");
      const unclear = valid.filter((trial) => trial.connections === firstMissed).at(-1)?.met === "unclear";
      const state = connections !== null ? "holds" : unclear || firstMissed === null || invalidAt !== null ? "undecided" : "missed";
      const stopped = plan.findCapacity && trials.filter((trial) => trial.connections === invalidAt).length >= MOST_INVALID;
      return [{ state, text: `${sentence(plan, thinkTime, objective, capacity, unclear)}${invalidity(capacity, stopped)}` } as const];
    }),
  );
}

function sentence(
  { thinkTimes }: Pick<Plan, "thinkTimes">,
  thinkTime: ThinkTime,
  objective: Objective,
  capacity: Capacity,
  unclear: boolean,
): string {
  const at = thinkTime.kind === "none" ? (thinkTimes.length === 1 ? "" : " without think time") : ` at ${thinkTimeWords(thinkTime)}`;
  return `${objectiveWords(objective)} ${held(capacity, at, unclear)}`;
}

function held({ connections, firstMissed, invalidAt }: Capacity, at: string, unclear: boolean): string {
  if (connections === null && firstMissed === null) return `${invalidAt === null ? "was not measured" : "is undecided"}${at}.`;
  if (connections === null && unclear)
    return `is undecided${at}: ${connectionsText(firstMissed ?? 1)} ${firstMissed === 1 ? "was" : "were"} measured too briefly to tell.`;
  if (connections === null && invalidAt !== null) return `is undecided${at}; not kept at ${connectionsText(firstMissed ?? 1)}.`;
  if (connections === null) return `does not hold${at}, not even at ${connectionsText(firstMissed ?? 1)}.`;
  if (firstMissed === null)
    return `holds up to ${connectionsText(connections)}${at}${invalidAt === null ? ", the most that were tried" : ""}.`;
  return `holds up to ${connectionsText(connections)}${at}; ${unclear ? "measured too briefly to tell" : "not kept"} at ${count(firstMissed)}.`;
}

/** What an invalid measurement leaves open. `stopped`: it ended the search. */
function invalidity({ invalidAt }: Capacity, stopped: boolean): string {
  if (invalidAt === null) return "";
  const at = connectionsText(invalidAt);
  return stopped
    ? ` The search was stopped by invalid measurements at ${at}.`
    : ` At ${at} the measurement was invalid, and says nothing of the target.`;
}

function connectionsText(connections: number): string {
  return `${count(connections)} connection${connections === 1 ? "" : "s"}`;
}
