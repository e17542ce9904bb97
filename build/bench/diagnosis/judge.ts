import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import type { FindingId, VerdictId } from "../../../app/model/finding.ts";
import type { Recording } from "../../../app/model/recording.ts";

/** What the present rules say of a recorded session. */
export interface Judged {
  readonly verdict: VerdictId;
  readonly confidence: number;
  readonly summary: string;
  readonly warnings: readonly FindingId[];
  readonly findings: readonly { readonly id: FindingId; readonly confidence: number }[];
  readonly stableAfterSeconds: number; // of load: from then on the verdict is the same after every level
  readonly disturbed: boolean; // other programs, or the hypervisor, took CPU meanwhile
}

const OTHERS_PERCENT = 15;
const STEAL_PERCENT = 2;

export function judge(recording: Recording): Judged {
  const { verdict, findings } = diagnose(recording);
  return {
    verdict: verdict.id,
    confidence: verdict.confidence,
    summary: verdict.summary,
    warnings: findings.filter(({ severity }) => severity !== "critical").map(({ id }) => id),
    findings: findings.map(({ id, confidence }) => ({ id, confidence })),
    stableAfterSeconds: stableAfterSeconds(recording, verdict.id),
    disturbed: summariseLevels(recording).some(
      ({ otherCpuPercent, host }) => (otherCpuPercent ?? 0) > OTHERS_PERCENT || (host.st ?? 0) > STEAL_PERCENT,
    ),
  };
}

/** Judges the session as it stood after each level, and finds the first from which the last verdict stayed. */
function stableAfterSeconds(recording: Recording, last: VerdictId): number {
  const ends = recording.levels.map(({ measuredToMs }) => measuredToMs).sort((a, b) => a - b);
  const beganMs = recording.levels[0]?.startedMs ?? 0;
  const changed = ends.slice(0, -1).findLastIndex((endMs) => diagnose(asOf(recording, endMs)).verdict.id !== last);
  return ((ends[changed + 1] ?? beganMs) - beganMs) / 1_000;
}

function asOf(recording: Recording, endMs: number): Recording {
  const levels = recording.levels.filter(({ measuredToMs }) => measuredToMs <= endMs);
  const indices = new Set(levels.map(({ index }) => index));
  return {
    ...recording,
    status: "running",
    levels,
    ticks: recording.ticks.filter(({ level }) => indices.has(level)),
    samples: recording.samples.filter(({ atMs }) => atMs <= endMs),
  };
}
