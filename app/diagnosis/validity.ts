import { answerDoubts } from "./doubts/answerDoubts.ts";
import type { Doubt } from "./doubts/doubt.ts";
import { generatorDoubts } from "./doubts/generatorDoubts.ts";
import { machineDoubts, OTHERS_PERCENT } from "./doubts/machineDoubts.ts";
import { steadinessDoubts } from "./doubts/steadinessDoubts.ts";
import type { LevelSummary } from "./levelSummary.ts";
import { counted } from "./numbers.ts";
import { remembered } from "./remembered.ts";

export { missedRate } from "./doubts/answerDoubts.ts";
export { GENERATOR_BUSY_CORES, generatorFailed, generatorIsBusy } from "./doubts/generatorDoubts.ts";

/** Can a level's numbers be believed? An invalid level carries no verdict on the target. */
export interface Validity {
  readonly state: "valid" | "doubtful" | "invalid";
  readonly reasons: readonly string[];
}

const CROWDED_PERCENT = 80; // of the host's CPU in all: no core is free any more when one is wanted
export const GOOD_SHARE = 0.99; // of answers; below, errors shape the numbers

/** Did more than this share of a level's requests fail, in whatever way? */
export function hasErrors(level: LevelSummary, share: number): boolean {
  return failedShare(level) > share;
}

/**
 * Did programs that are neither target nor generator take the CPU both needed? The target's own backends on this
 * machine look the same, so this may explain a dent, and never discards a plateau.
 */
export function isCrowdedOut({ host, otherCpuPercent }: LevelSummary): boolean {
  if (otherCpuPercent === null || host.us === null || host.sy === null) return false;
  return otherCpuPercent > OTHERS_PERCENT && host.us + host.sy > CROWDED_PERCENT;
}

/** Share of requests that failed, 0..1: error answers, and requests without an answer. */
export function failedShare({ requests, errors }: LevelSummary): number {
  const unanswered = errors.connect + errors.send + errors.receive + errors.timeout;
  const all = requests + unanswered;
  return all === 0 ? 1 : (errors.status + errors.body + unanswered) / all;
}

const TOLD: Doubt = {
  kind: "told",
  state: "doubtful",
  weight: 0,
  text: "Another tool measured it and told totals only: whether it was steady, and whether the load generator kept up, is not known.",
};

/** Every reason to doubt a level, the invalidating ones first. */
export const doubtsOf = remembered((level): readonly Doubt[] => {
  const all = level.told
    ? [TOLD]
    : [...generatorDoubts(level), ...machineDoubts(level), ...answerDoubts(level), ...steadinessDoubts(level)];
  return all.toSorted((a, b) => Number(b.state === "invalid") - Number(a.state === "invalid"));
});

export function validityOf(level: LevelSummary): Validity {
  const doubts = doubtsOf(level);
  return { state: doubts[0]?.state ?? "valid", reasons: doubts.map(({ text }) => text) };
}

export function isInvalid(level: LevelSummary): boolean {
  return doubtsOf(level)[0]?.state === "invalid";
}

/** The doubts of a whole session: each kind once, with the levels it touches and the words of the worst of them. */
export function validityNotes(levels: readonly LevelSummary[]): string[] {
  return notes(levels, () => true);
}

/** Why levels are invalid, as validityNotes() says it. */
export function invalidityNotes(levels: readonly LevelSummary[]): string[] {
  return notes(levels, ({ state }) => state === "invalid");
}

function notes(levels: readonly LevelSummary[], wanted: (doubt: Doubt) => boolean): string[] {
  const all = levels.flatMap((level) => doubtsOf(level).map((doubt) => ({ ...doubt, connections: level.connections }))).filter(wanted);
  return [...new Set(all.map(({ kind }) => kind))].map((kind) => {
    const same = all.filter((doubt) => doubt.kind === kind);
    const worst = same.reduce((a, b) => (b.weight > a.weight ? b : a));
    const where =
      same.length === levels.length && levels.length > 1 ? "On every level" : `At ${listed(same.map(({ connections }) => connections))}`;
    return `${where}${same.length > 1 ? ` (at worst at ${worst.connections})` : ""}: ${worst.text}`;
  });
}

/** "1 connection", "1, 2 and 5 connections" */
function listed(connections: readonly number[]): string {
  if (connections.length === 1) return counted(connections[0] ?? 0, "connection");
  return `${connections.slice(0, -1).join(", ")} and ${connections.at(-1)} connections`;
}
