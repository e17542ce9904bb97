import type { Met } from "./objectiveMet.ts";

/** What is known of one number of connections: how one of its runs came out. */
export interface Tried {
  readonly connections: number;
  readonly met: Met;
}

/** Between which numbers of connections the objectives cease to hold. */
export interface Edge {
  readonly kept: number | null; // the most that kept them, below all that missed them; null: none did
  readonly firstMissed: number | null; // the fewest that did not, or stayed unclear; null: none did not
  readonly invalidAt: number | null; // the fewest between the two whose measurements were all invalid: on which side they are is not known; null: none
}

/** The latest valid run of a level decides; an invalid one decides nothing. */
export function edgeOf(trials: readonly Tried[]): Edge {
  const outcome = new Map<number, boolean>();
  for (const { connections, met } of trials) if (met !== "invalid") outcome.set(connections, met === "met");
  const missed = [...outcome].flatMap(([connections, met]) => (met ? [] : [connections]));
  const firstMissed = missed.length === 0 ? null : Math.min(...missed);
  const below = (connections: number): boolean => firstMissed === null || connections < firstMissed;
  const held = [...outcome].flatMap(([connections, met]) => (met && below(connections) ? [connections] : []));
  const kept = held.length === 0 ? null : Math.max(...held);
  const unknown = trials
    .map(({ connections }) => connections)
    .filter((connections) => !outcome.has(connections) && below(connections) && connections > (kept ?? 0));
  return { kept, firstMissed, invalidAt: unknown.length === 0 ? null : Math.min(...unknown) };
}
