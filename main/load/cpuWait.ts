import { readFileSync } from "node:fs";

/**
 * How long the calling thread has been ready to run and got no CPU since it began, ms: the second of the three numbers of Linux'
 * /proc/thread-self/schedstat (Documentation/scheduler/sched-stats.rst), ns. A thread that sleeps, or is stopped, does not wait.
 * Null where there is no such file: missing, not zero.
 */
export function cpuWaitMs(path = "/proc/thread-self/schedstat"): number | null {
  try {
    const found = /^\d+ (\d+) \d+\s*$/.exec(readFileSync(path, "utf8"));
    return found === null ? null : Number(found[1]) / 1e6;
  } catch {
    return null;
  }
}
