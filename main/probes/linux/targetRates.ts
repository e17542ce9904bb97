import { perSecond } from "../rate.ts";
import type { PidStat } from "./pidStat.ts";
import type { Switches } from "./pidStatus.ts";
import type { ThreadReading, ThreadTime } from "./threads.ts";

/** The stat lines of the target's processes at one instant. */
export interface ProcessReading {
  readonly atMs: number;
  readonly byPid: ReadonlyMap<number, PidStat>;
}

/** What the target's processes used over an interval, all together. */
export interface ProcessRates {
  readonly cores: number;
  readonly systemCores: number; // of those
  readonly majorFaultsPerSecond: number;
}

/**
 * Only processes in both readings count: one that was just found brings its whole life with it. What a child used in its last
 * interval is lost. Null if there is none to compare.
 */
export function processRates(before: ProcessReading | null, after: ProcessReading, ticksPerSecond: number): ProcessRates | null {
  if (!before || !(after.atMs > before.atMs)) return null;
  const pairs = [...after.byPid].flatMap(([pid, now]) => {
    const earlier = before.byPid.get(pid);
    return earlier?.startedTicks === now.startedTicks ? [{ earlier, now }] : [];
  });
  if (pairs.length === 0) return null;
  const seconds = (after.atMs - before.atMs) / 1000;
  const rate = (key: "cpuTicks" | "systemTicks" | "majorFaults"): number =>
    pairs.reduce((sum, { earlier, now }) => sum + Math.max(0, now[key] - earlier[key]), 0) / seconds;
  return {
    cores: rate("cpuTicks") / ticksPerSecond,
    systemCores: rate("systemTicks") / ticksPerSecond,
    majorFaultsPerSecond: rate("majorFaults"),
  };
}

/** CPU of the busiest thread, and of all threads together, in cores. */
export interface ThreadCores {
  readonly busiest: number;
  readonly all: number;
  readonly waited: number | null; // threads that were ready and had no core, on average
  readonly complete: boolean; // the same threads in both readings, so that `all` is everything the processes used
}

/** Null if no thread is in both readings. The kernel books time in slices, so one thread can seem to use 101 %: cut to 1. */
export function threadCores(before: ThreadReading<ThreadTime> | null, after: ThreadReading<ThreadTime>): ThreadCores | null {
  if (!before) return null;
  const intervalMs = after.atMs - before.atMs;
  let busiest: number | null = null;
  let all = 0;
  let waited: number | null = null;
  let known = 0;
  for (const [thread, { ranMs, waitedMs }] of after.byThread) {
    const earlier = before.byThread.get(thread);
    const cores = share(earlier?.ranMs, ranMs, intervalMs);
    if (cores === null) continue;
    known += 1;
    all += cores;
    busiest = Math.max(busiest ?? 0, cores);
    const delay = share(earlier?.waitedMs, waitedMs, intervalMs);
    if (delay !== null) waited = (waited ?? 0) + delay;
  }
  if (busiest === null) return null;
  const complete = known === after.byThread.size && known === before.byThread.size;
  return { busiest: Math.min(1, busiest), all, waited, complete };
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

function share(beforeMs: number | null | undefined, afterMs: number | null, intervalMs: number): number | null {
  const msPerSecond = perSecond(beforeMs, afterMs, intervalMs);
  return msPerSecond === null ? null : msPerSecond / 1000;
}
