import { count, shortLatency } from "../figures/quantity.ts";
import { thinkTimeWords } from "../figures/thinkTimeWords.ts";
import type { Objective } from "../model/objective.ts";
import type { Plan } from "../model/plan.ts";
import type { Capacity } from "../schedule/capacities.ts";

/** "p90 < 31 ms": an objective as people say it. */
export function objectiveWords({ metric, relation, limit }: Objective): string {
  if (metric === "errors") return `errors ${relation} ${Number((limit * 100).toPrecision(6))}\u00a0%`;
  if (metric === "throughput") return `throughput ${relation} ${count(limit)}\u00a0req/s`;
  return `${metric} ${relation} ${shortLatency(limit)}`;
}

/** "p90 < 31 ms holds up to 25 connections at 5 ms; missed at 50." One for each think time and objective, in the order of capacitiesOf(). */
export function capacityTexts(
  { thinkTimes, objectives }: Pick<Plan, "thinkTimes" | "objectives">,
  capacities: readonly Capacity[],
): string[] {
  return thinkTimes.flatMap((thinkTime, row) =>
    objectives.flatMap((objective, column) => {
      const capacity = capacities[row * objectives.length + column];
      if (capacity === undefined) return [];
      const at =
        thinkTimes.length === 1 && thinkTime.kind === "none"
          ? ""
          : thinkTime.kind === "none"
            ? " without think time"
            : ` at ${thinkTimeWords(thinkTime)}`;
      return [`${objectiveWords(objective)} ${held(capacity, at)}`];
    }),
  );
}

function held({ connections, firstMissed }: Capacity, at: string): string {
  if (connections === null && firstMissed === null) return `was not measured${at}.`;
  if (connections === null) return `does not hold${at}, not even at ${connectionsText(firstMissed ?? 1)}.`;
  if (firstMissed === null) return `holds up to ${connectionsText(connections)}${at}, the most that were tried.`;
  return `holds up to ${connectionsText(connections)}${at}; not kept at ${count(firstMissed)}.`;
}

function connectionsText(connections: number): string {
  return `${count(connections)} connection${connections === 1 ? "" : "s"}`;
}
