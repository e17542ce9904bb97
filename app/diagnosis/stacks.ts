import { type StackCause, stackCausesOf } from "../knowledge/stackCauses.ts";
import type { Evidence } from "../model/finding.ts";
import type { ThreadDump } from "../model/threadDump.ts";
import { digits } from "./numbers.ts";
import type { Observations } from "./observe.ts";
import { supports } from "./rule.ts";

/** Threads of the target found waiting in a place that is known. */
export interface WaitingThreads {
  readonly cause: StackCause;
  readonly threads: number;
  readonly total: number; // in the dump
  readonly counts: ThreadDump["counts"];
}

const FEWEST = 3; // one or two threads in a place are there by chance; a queue has more
const FILE_LOCK_THREADS = 1; // on average: others wait nearly all the time

/** What most threads of the last dump wait for, those of the most threads first. */
export function waitingThreads(dumps: readonly ThreadDump[] | undefined): WaitingThreads[] {
  const last = dumps?.at(-1);
  if (last === undefined || last.counts === "samples") return []; // of Node: where its one thread was, nobody waits there
  return stackCausesOf(last)
    .filter(({ threads, cause }) => threads >= FEWEST && cause.kind !== "idle")
    .map(({ cause, threads }) => ({ cause, threads, total: last.total, counts: last.counts }));
}

/** The largest group that waits for something of these kinds, when no larger one waits for something else; null without a dump. */
export function stackEvidence(
  { waiting }: Observations,
  kinds: readonly StackCause["kind"][],
): (WaitingThreads & { readonly fact: Evidence }) | null {
  const [most] = waiting;
  if (most === undefined || !kinds.includes(most.cause.kind)) return null;
  const { cause, threads, total, counts } = most;
  return {
    ...most,
    fact: supports({
      metric: "waitingThreads",
      observed: threads,
      expected: `${FEWEST} or more in one place`,
      text: `In the thread dump ${threads} of ${total} ${counts} ${cause.text}.`,
    }),
  };
}

/** Threads of the target that wait for a lock on a file (flock, fcntl); null: nearly none do, or it was not read. */
export function fileLockEvidence({ crowded }: Observations): Evidence | null {
  const counts = crowded.flatMap(({ target }) =>
    target?.waits === null || target?.waits === undefined ? [] : (target.waits["file-lock"] ?? 0),
  );
  const threads = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  if (!(threads >= FILE_LOCK_THREADS)) return null;
  return supports({
    metric: "fileLockThreads",
    observed: threads,
    expected: `${FILE_LOCK_THREADS} or more`,
    text: `${digits(threads)} threads of the target wait for a lock on a file, on average over the plateau: file sessions are locked this way.`,
  });
}
