import { edgeOf, type Tried } from "./edge.ts";

/**
 * What to try next, or the answer. In an answer `connections` null: not even the lowest level keeps the objectives; `stoppedAt` not null: the
 * measurements at that level were invalid, and the answer is only what was known until then.
 */
export type Step =
  | { readonly kind: "try"; readonly connections: number; readonly longer: boolean }
  | {
      readonly kind: "answer";
      readonly connections: number | null;
      readonly firstMissed: number | null;
      readonly sharp: boolean;
      readonly stoppedAt: number | null;
    };

export interface SearchLimits {
  readonly from: number; // connections to begin with
  readonly to: number; // and never more than this
}

const WIDEN = 2; // factor from level to level until one misses
const SHARP = 1.1; // edge known within 10 %: the search is over
const MOST_REPEATS = 2; // of one level that stays unclear; then it counts as missed
export const MOST_INVALID = 2; // runs of one level: what disturbed two of them disturbs a third, and a busier generator every wider level

/**
 * Widen, then bisect: doubles until the objectives are missed, then halves the gap (geometrically, since
 * connections matter as ratios) until it is within 10 %. An unclear level is repeated, longer each time; one that
 * stays unclear is the edge itself and counts as missed, which errs on the safe side. An invalid level is repeated once; invalid again, it
 * ends the search, since it says nothing of the target.
 * Pure: the same trials give the same step, so that a stored session can be asked again.
 */
export function nextStep(trials: readonly Tried[], { from, to }: SearchLimits): Step {
  const last = trials.at(-1);
  if (last === undefined) return { kind: "try", connections: from, longer: false };
  const runs = (met: (trial: Tried) => boolean): number =>
    trials.filter((trial) => trial.connections === last.connections && met(trial)).length;
  const { kept: most, firstMissed } = edgeOf(trials);
  if (last.met === "invalid") {
    return runs(({ met }) => met === "invalid") < MOST_INVALID
      ? { kind: "try", connections: last.connections, longer: false }
      : { kind: "answer", connections: most, firstMissed, sharp: false, stoppedAt: last.connections };
  }
  const repeats = runs(({ met }) => met !== "invalid") - 1;
  if (last.met === "unclear" && repeats < MOST_REPEATS) return { kind: "try", connections: last.connections, longer: true };

  const answer = (connections: number | null, sharp: boolean): Step => ({
    kind: "answer",
    connections,
    firstMissed,
    sharp,
    stoppedAt: null,
  });
  if (firstMissed === null) {
    if (most !== null && most >= to) return answer(most, false);
    return { kind: "try", connections: Math.min(to, (most ?? from) * WIDEN), longer: false };
  }
  if (most === null) {
    const lower = Math.floor(firstMissed / WIDEN);
    return lower < 1 ? answer(null, true) : { kind: "try", connections: lower, longer: false };
  }
  if (firstMissed - most <= 1 || firstMissed / most <= SHARP) return answer(most, true);
  const middle = Math.min(firstMissed - 1, Math.max(most + 1, Math.round(Math.sqrt(most * firstMissed))));
  return { kind: "try", connections: middle, longer: false };
}
