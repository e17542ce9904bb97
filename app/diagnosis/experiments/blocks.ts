import { EXPERIMENT_IDS, type ExperimentId } from "../../model/experiment.ts";
import type { PlanChanges } from "../../model/plan.ts";
import { NO_THINK_TIME } from "../../model/thinkTime.ts";
import { seededRandom } from "../../statistics/random.ts";
import type { Observations } from "../observe.ts";
import type { Block } from "./experiment.ts";

const PAIRS = 3; // blocks of each arm: a disturbance that passes by meets one of them
export const BLOCK_MS = 3000; // measured; 3 x 2 of them and their warm-ups stay below 20 s
const SHORTEST_MS = 1000; // seconds are compared
export const WARMUP_MS = 300; // connections are fresh in every block, the target is warm from the levels
const FEWEST_CONNECTIONS = 4; // so that two at a time and one at a time come out apart
const OVER_KNEE = 2; // times the width: well on the plateau, with a queue no longer than it must be
const STREAM = 0xab; // of the order; apart from think times and draws

/** Connections that load the target enough to queue, and never more than the session's levels had. */
export function loadedConnections({ usable, levels, width, plateau }: Observations): number {
  const most = Math.max(1, ...(usable.length > 0 ? usable : levels).map(({ connections }) => connections));
  const knee = width?.value ?? plateau?.knee?.value ?? null;
  return knee === null ? most : Math.min(most, Math.max(FEWEST_CONNECTIONS, Math.round(OVER_KNEE * knee)));
}

/** Blocks of both arms by turns; which of the two goes first, the plan's seed decides for each pair: a drift then meets both alike. */
export function pairs(
  o: Observations,
  id: ExperimentId,
  connections: number,
  changes: { readonly a?: PlanChanges; readonly b?: PlanChanges },
  { count = PAIRS, durationMs = BLOCK_MS }: { readonly count?: number; readonly durationMs?: number } = {},
): Block[] {
  const random = seededRandom(o.plan.seed, STREAM, EXPERIMENT_IDS.indexOf(id));
  return Array.from({ length: count }, () => (random() < 0.5 ? (["a", "b"] as const) : (["b", "a"] as const)))
    .flat()
    .map((arm) => block(o, arm, connections, { durationMs, changes: changes[arm] ?? {} }));
}

/** One block that follows the one before at once. */
export function block({ levels, plan }: Observations, arm: Block["arm"], connections: number, more: Partial<Block> = {}): Block {
  const { changes, durationMs = BLOCK_MS, ...rest } = more;
  return {
    thinkTime: levels[0]?.thinkTime ?? NO_THINK_TIME, // the curve's
    rateRps: null,
    durationMs: Math.max(SHORTEST_MS, Math.min(durationMs, plan.durationMs)), // no longer than a level: who wants short ones wants short answers
    pauseMs: 0,
    ...rest,
    arm,
    connections,
    changes: { warmupMs: WARMUP_MS, ...changes },
  };
}

/** Why no experiment can follow: there is nothing to compare with. */
export function noCurve({ usable, levels }: Observations): string | null {
  return usable.length > 0 || levels.length > 0 ? null : "no level with a number of connections was measured";
}
