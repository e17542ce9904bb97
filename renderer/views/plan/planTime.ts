import { MOST_AUTOMATIC } from "../../../app/diagnosis/experiments/outcomes.ts";
import { duration } from "../../../app/figures/quantity.ts";
import { levelMs, levelsOf, type Plan, type PlannedLevel, planMs } from "../../../app/model/plan.ts";
import { ordered } from "../../../app/schedule/nextLevel.ts";

/** What is known of a run before it runs. `open`: more levels may follow than are listed. */
export interface PlanTime {
  readonly levels: readonly PlannedLevel[];
  readonly open: boolean;
  readonly total: string; // "1 min 29 s", "about 3 min", "at least 12 s"
  readonly says: string;
}

export function planTime(plan: Plan): PlanTime {
  const closed = plan.rates === null;
  const times = closed ? plan.thinkTimes.length : 1;
  if (closed && plan.findCapacity) {
    const levels = levelsOf(plan).filter(({ connections }) => connections === plan.connections[0]);
    const least = levels.length * levelMs(plan) - plan.cooldownMs;
    const from = levels[0]?.connections ?? 1;
    const each = times === 1 ? "" : ` for each of ${times} think times`;
    const says = `searching from ${connectionsText(from)} on${each}${thenExperiments(plan)}`;
    return { levels, open: true, total: `at least ${duration(least)}`, says };
  }
  const levels = ordered(plan);
  const open = closed && plan.adaptive;
  const total = duration(planMs(plan));
  const words = `${levels.length} level${levels.length === 1 ? "" : "s"}`;
  const most = closed
    ? `at most ${Math.max(...levels.map((level) => level.connections))} connections`
    : `at most ${Math.max(...levels.map((level) => level.rateRps ?? 0))} arrivals/s`;
  const matrix = times > 1 ? `${words} (${times} think times × ${plan.connections.length})` : words;
  return {
    levels,
    open,
    total: open ? `at least ${total}` : times > 1 ? `about ${total}` : total,
    says: `${matrix}, ${most}${thenExperiments(plan)}`,
  };
}

/** Each at most 20 s. */
function thenExperiments({ experiments }: Plan): string {
  if (experiments === "none") return "";
  const number =
    experiments === "auto"
      ? `up to ${MOST_AUTOMATIC} experiments`
      : experiments.length === 1
        ? "an experiment"
        : `${experiments.length} experiments`;
  return `, then ${number} of at most ${duration(EXPERIMENT_MS)}`;
}

const EXPERIMENT_MS = 20_000;

function connectionsText(connections: number): string {
  return connections === 1 ? "1 connection" : `${connections} connections`;
}
