import type { Met } from "./objectiveMet.ts";

/** What is known of one number of connections: how each of its runs came out. */
export interface Tried {
  readonly connections: number;
  readonly met: Met;
}

/** What to try next, or the answer. `connections` null in an answer: not even the lowest level keeps the objectives. */
export type Step =
  | { readonly kind: "try"; readonly connections: number; readonly longer: boolean }
  | { readonly kind: "answer"; readonly connections: number | null; readonly firstMissed: number | null; readonly sharp: boolean };

export interface SearchLimits {
  readonly from: number; // connections to begin with
  readonly to: number; // and never more than this
}

const WIDEN = 2; // factor from level to level until one misses
const SHARP = 1.1; // edge known within 10 %: the search is over
const MOST_REPEATS = 2; // of one level that stays unclear; then it counts as missed

/**
 * Widen, then bisect: doubles until the objectives are missed, then halves the gap (geometrically, since
 * connections matter as ratios) until it is within 10 %. An unclear level is repeated, longer each time; one that
 * stays unclear is the edge itself and counts as missed, which errs on the safe side.
 * Pure: the same trials give the same step, so that a stored session can be asked again.
 */
export function nextStep(trials: readonly Tried[], { from, to }: SearchLimits): Step {
  const last = trials.at(-1);
  if (last === undefined) return { kind: "try", connections: from, longer: false };
  const repeats = trials.filter(({ connections }) => connections === last.connections).length - 1;
  if (last.met === "unclear" && repeats < MOST_REPEATS) return { kind: "try", connections: last.connections, longer: true };

  const outcome = new Map<number, boolean>(); // the latest run of a level decides
  for (const { connections, met } of trials) outcome.set(connections, met === "met");
  const missed = [...outcome].filter(([, met]) => !met).map(([connections]) => connections);
  const firstMissed = missed.length === 0 ? null : Math.min(...missed);
  const kept = [...outcome]
    .filter(([connections, met]) => met && (firstMissed === null || connections < firstMissed))
    .map(([connections]) => connections);
  const most = kept.length === 0 ? null : Math.max(...kept);

  if (firstMissed === null) {
    const wider = Math.min(to, (most ?? from) * WIDEN);
    return most !== null && most >= to
      ? { kind: "answer", connections: most, firstMissed: null, sharp: false }
      : { kind: "try", connections: wider, longer: false };
  }
  if (most === null) {
    const lower = Math.floor(firstMissed / WIDEN);
    return lower < 1 ? { kind: "answer", connections: null, firstMissed, sharp: true } : { kind: "try", connections: lower, longer: false };
  }
  if (firstMissed - most <= 1 || firstMissed / most <= SHARP) return { kind: "answer", connections: most, firstMissed, sharp: true };
  const middle = Math.min(firstMissed - 1, Math.max(most + 1, Math.round(Math.sqrt(most * firstMissed))));
  return { kind: "try", connections: middle, longer: false };
}
