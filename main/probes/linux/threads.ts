import { parsePidStat } from "./pidStat.ts";
import { parsePidStatus, type Switches } from "./pidStatus.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";
import { parseSchedstat } from "./schedstat.ts";

/** A value of each thread of some processes, by thread id (unique on the machine). */
export interface ThreadReading<T> {
  readonly atMs: number;
  readonly byThread: ReadonlyMap<number, T>;
}

/** Time of one thread since it began, ms. */
export interface ThreadTime {
  readonly ranMs: number;
  readonly waitedMs: number | null; // ready to run without a CPU; null: not told by this kernel
}

/** Time of each thread: from schedstat in nanoseconds, else from stat in ticks. */
export function readThreadTimes(
  proc: ProcFolder,
  pids: readonly number[],
  atMs: number,
  ticksPerSecond: number,
): ThreadReading<ThreadTime> {
  return readThreads(proc, pids, atMs, (task) => {
    const time = orNull(() => parseSchedstat(proc.text(`${task}/schedstat`)));
    if (time !== null) return { ranMs: time.ranNs / 1e6, waitedMs: time.waitedNs / 1e6 };
    return { ranMs: (parsePidStat(proc.text(`${task}/stat`)).cpuTicks * 1000) / ticksPerSecond, waitedMs: null };
  });
}

/** Context switches of each thread. The dearest reading of all: a status is some sixty lines. */
export function readThreadSwitches(proc: ProcFolder, pids: readonly number[], atMs: number): ThreadReading<Switches> {
  return readThreads(proc, pids, atMs, (task) => parsePidStatus(proc.text(`${task}/status`)));
}

/** Threads and processes that end while they are read are left out. */
function readThreads<T>(proc: ProcFolder, pids: readonly number[], atMs: number, read: (task: string) => T): ThreadReading<T> {
  const byThread = new Map<number, T>();
  for (const pid of pids) {
    for (const thread of orNull(() => proc.threads(pid)) ?? []) {
      const value = orNull(() => read(`${pid}/task/${thread}`));
      if (value !== null) byThread.set(thread, value);
    }
  }
  return { atMs, byThread };
}
