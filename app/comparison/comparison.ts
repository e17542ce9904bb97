import { diagnose } from "../diagnosis/diagnose.ts";
import { type LevelSummary, summariseLevels } from "../diagnosis/levelSummary.ts";
import { isInvalid } from "../diagnosis/validity.ts";
import type { Diagnosis, Verdict } from "../model/finding.ts";
import type { Recording, Session } from "../model/recording.ts";
import { type Difference, differencesOf } from "./difference.ts";
import { compareLevel, type LevelComparison, SAME_SHARE } from "./levelComparison.ts";
import { type Load, loadKey, loadOf } from "./load.ts";
import { sentenceOf } from "./sentence.ts";
import { sessionLockVerdict } from "./sessionLock.ts";

/** A session as it is compared: what its levels come down to, and what diagnosis says. */
export interface Compared {
  readonly session: Session;
  readonly levels: readonly LevelSummary[];
  readonly diagnosis: Diagnosis;
}

/** Two sessions beside each other: the second is told as a change of the first. */
export interface Comparison {
  readonly before: Compared;
  readonly after: Compared;
  readonly sentence: string; // all of it in one
  readonly levels: readonly LevelComparison[]; // loads that both measured
  readonly onlyBefore: readonly Load[];
  readonly onlyAfter: readonly Load[];
  readonly differences: readonly Difference[];
  readonly interleaved: boolean; // both ran at the same time, level by level
  readonly verdict: Verdict | null; // what only both together say
  readonly notes: readonly string[]; // how far it can be trusted
}

export function comparedFrom(recording: Recording, diagnosis: Diagnosis = diagnose(recording)): Compared {
  return { session: recording, levels: summariseLevels(recording), diagnosis };
}

/** Pure: the same two sessions compare the same. */
export function compareSessions(before: Compared, after: Compared): Comparison {
  const [first, second] = [byLoad(before.levels), byLoad(after.levels)];
  const shared = [...first.keys()].filter((key) => second.has(key));
  const levels = shared.map((key) => compareLevel(first.get(key) ?? [], second.get(key) ?? []));
  const differences = differencesOf(before.session, after.session);
  const interleaved = ranTogether(before.session, after.session);
  const verdict = sessionLockVerdict(before, after, levels, differences, interleaved);
  return {
    before,
    after,
    sentence: sentenceOf(levels, before.diagnosis.verdict, after.diagnosis.verdict, verdict),
    levels,
    onlyBefore: loadsBut(first, second),
    onlyAfter: loadsBut(second, first),
    differences,
    interleaved,
    verdict,
    notes: notesOf(levels, interleaved),
  };
}

/** The usable level with the highest throughput; null: none can be used. */
export function peakOf({ levels }: Pick<Compared, "levels">): LevelSummary | null {
  const usable = levels.filter((level) => !isInvalid(level));
  return usable.reduce<LevelSummary | null>((best, level) => (level.throughputRps > (best?.throughputRps ?? 0) ? level : best), null);
}

/** By rising load; every run of one load together. */
function byLoad(levels: readonly LevelSummary[]): Map<string, LevelSummary[]> {
  const sorted = levels.toSorted((a, b) => (a.open?.rateRps ?? a.connections) - (b.open?.rateRps ?? b.connections));
  const loads = new Map<string, LevelSummary[]>();
  for (const level of sorted) {
    const key = loadKey(loadOf(level));
    loads.set(key, [...(loads.get(key) ?? []), level]);
  }
  return loads;
}

function loadsBut(own: ReadonlyMap<string, readonly LevelSummary[]>, other: ReadonlyMap<string, unknown>): Load[] {
  return [...own].flatMap(([key, [level]]) => (other.has(key) || level === undefined ? [] : [loadOf(level)]));
}

/** Two sessions run at the same time only where one waits while the other loads. */
function ranTogether(a: Session, b: Session): boolean {
  if (a.id === b.id || a.status === "imported" || b.status === "imported" || a.finishedAt === null || b.finishedAt === null) return false;
  return a.startedAt < b.finishedAt && b.startedAt < a.finishedAt;
}

function notesOf(levels: readonly LevelComparison[], interleaved: boolean): string[] {
  const decided = levels.filter(({ outcome }) => outcome !== "not comparable" && outcome !== "ratio only");
  const whys = [...new Set(levels.flatMap(({ outcome, why }) => (outcome === "ratio only" ? [why ?? ""] : [])))];
  const limit = `A difference below ${Math.round(100 * SAME_SHARE)} % is not told apart from chance: two runs of one thing differ by as much.`;
  const apart =
    "The sessions ran one after the other: whatever else changed meanwhile (other programs, caches, heat) looks like a difference between them.";
  return [...whys, ...(decided.length === 0 ? [] : [limit, ...(interleaved ? [] : [apart])])];
}
