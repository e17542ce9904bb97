import type { Arm } from "../../model/experiment.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { counted, percent } from "../numbers.ts";
import { goodRps } from "../secondBin.ts";
import { doubtsOf, failedShare } from "../validity.ts";
import type { Measured } from "./experiment.ts";

const FEWEST_BLOCKS = 2; // of each arm; one may have met anything
const MORE_FAILURES = 0.05; // of all requests, beside the other arm: what is compared is not the same work
const OTHER_SIZE = 1.5; // times the bytes of an answer
const OTHER_SIZE_BYTES = 500; // a cookie that is set, or a header more, stays below

/** Blocks that say something of the target. */
export function usable(measured: Measured): Measured {
  const good = (arm: Arm) => measured[arm].filter((level) => !doubtsOf(level).some(({ state }) => state === "invalid"));
  return { a: good("a"), b: good("b") };
}

/** Why nothing can be concluded from two arms that should do the same work; null: it can. */
export function spoilt({ a, b }: Measured, measured: Measured): string | null {
  if (a.length < FEWEST_BLOCKS || b.length < FEWEST_BLOCKS) {
    const all = measured.a.length + measured.b.length;
    const why = [...measured.a, ...measured.b].flatMap((level) => doubtsOf(level).filter(({ state }) => state === "invalid"))[0]?.text;
    return `only ${counted(a.length + b.length, "block")} of ${all} can be used${why === undefined ? "" : `: ${why.replace(/\.$/, "")}`}`;
  }
  const [failedA, failedB] = [together(a).failed, together(b).failed];
  if (Math.abs(failedA - failedB) > MORE_FAILURES) return `${percent(failedB)} of the requests failed, against ${percent(failedA)}`;
  return null;
}

/** Why the answers of the two arms are not of the same kind; null: they are. A page that says "log in" is fast, and no work. */
export function otherAnswers({ a, b }: Measured): string | null {
  const [usual, other] = [together(a), together(b)];
  if (usual.status !== other.status) return `the target answers ${other.status} instead of ${usual.status}`;
  const [less, more] = [Math.min(usual.bytes, other.bytes), Math.max(usual.bytes, other.bytes)];
  if (more > OTHER_SIZE * less && more - less > OTHER_SIZE_BYTES)
    return `the target answers with ${Math.round(other.bytes)} bytes instead of ${Math.round(usual.bytes)}`;
  return null;
}

/** Good answers per second, second by second. */
export const secondsOf = (levels: readonly LevelSummary[]): number[] => levels.flatMap(({ perSecond }) => perSecond.map(goodRps));

/** What several blocks have in common: the status most answers had, bytes of an answer, and the share that failed. */
function together(levels: readonly LevelSummary[]): { status: string; bytes: number; failed: number } {
  const counts = new Map<string, number>();
  for (const { statusCodes } of levels) {
    for (const [status, count] of Object.entries(statusCodes)) counts.set(status, (counts.get(status) ?? 0) + count);
  }
  const [status = "nothing"] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const answers = levels.reduce((sum, { requests }) => sum + requests, 0);
  const bytes = levels.reduce((sum, { sockets }) => sum + sockets.bytesReceived, 0) / Math.max(1, answers);
  return { status, bytes, failed: levels.reduce((sum, level) => sum + failedShare(level), 0) / Math.max(1, levels.length) };
}
