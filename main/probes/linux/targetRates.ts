import { perSecond } from "../rate.ts";
import type { PidStat } from "./pidStat.ts";
import type { Switches } from "./pidStatus.ts";
import type { ThreadReading } from "./threads.ts";

/** The stat lines of the target's processes at one instant. */
export interface ProcessReading {
  readonly atMs: number;
  readonly byPid: ReadonlyMap<number, PidStat>;
}

/**
 * CPU of all the target's processes, in cores. Only processes in both readings count: one that was just found brings the
 * time of its whole life with it. What a child used in its last interval is lost.
 */
export function processCores(before: ProcessReading | null, after: ProcessReading, ticksPerSecond: number): number | null {
  if (!before) return null;
  let ticks: number | null = null;
  for (const [pid, stat] of after.byPid) {
    const earlier = before.byPid.get(pid);
    if (earlier?.startedTicks === stat.startedTicks) ticks = (ticks ?? 0) + Math.max(0, stat.cpuTicks - earlier.cpuTicks);
  }
  return ticks === null ? null : perSecond(0, ticks / ticksPerSecond, after.atMs - before.atMs);
}

/** CPU of the busiest thread, and of all threads together, in cores. */
export interface ThreadCores {
  readonly busiest: number;
  readonly all: number;
  readonly complete: boolean; // the same threads in both readings, so that `all` is everything the processes used
}

/** Null if no thread is in both readings. The kernel books time in slices, so one thread can seem to use 101 %: cut to 1. */
export function threadCores(before: ThreadReading<number> | null, after: ThreadReading<number>): ThreadCores | null {
  if (!before) return null;
  const intervalMs = after.atMs - before.atMs;
  let busiest: number | null = null;
  let all = 0;
  let known = 0;
  for (const [thread, cpuMs] of after.byThread) {
    const cores = share(before.byThread.get(thread), cpuMs, intervalMs);
    if (cores === null) continue;
    known += 1;
    all += cores;
    busiest = Math.max(busiest ?? 0, cores);
  }
  if (busiest === null) return null;
  return { busiest: Math.min(1, busiest), all, complete: known === after.byThread.size && known === before.byThread.size };
}

/** Context switches per second of the threads in both readings; null if there is none. */
export function switchRates(before: ThreadReading<Switches> | null, after: ThreadReading<Switches>): Switches | null {
  if (!before) return null;
  let voluntary = 0;
  let involuntary = 0;
  let known = 0;
  for (const [thread, now] of after.byThread) {
    const earlier = before.byThread.get(thread);
    if (!earlier) continue;
    known += 1;
    voluntary += Math.max(0, now.voluntary - earlier.voluntary);
    involuntary += Math.max(0, now.involuntary - earlier.involuntary);
  }
  const seconds = (after.atMs - before.atMs) / 1000;
  return known === 0 || !(seconds > 0) ? null : { voluntary: voluntary / seconds, involuntary: involuntary / seconds };
}

function share(beforeMs: number | undefined, afterMs: number, intervalMs: number): number | null {
  const msPerSecond = perSecond(beforeMs, afterMs, intervalMs);
  return msPerSecond === null ? null : msPerSecond / 1000;
}
