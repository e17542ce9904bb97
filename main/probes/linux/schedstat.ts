import { unreadable } from "./unreadable.ts";

/**
 * Parses the text of /proc/PID/task/TID/schedstat: nanoseconds this thread spent on a CPU.
 * Preferred to its stat line, which counts in ticks of 10 ms: a twentieth of an interval of 200 ms.
 * Source: Documentation/scheduler/sched-stats.rst. Absent on kernels without CONFIG_SCHED_INFO.
 * @throws PlateauError PROBE_UNREADABLE if the text is not three numbers
 */
export function parseSchedstat(text: string): number {
  const found = /^(\d+) \d+ \d+\s*$/.exec(text);
  if (!found) throw unreadable("schedstat", "three numbers", text);
  return Number(found[1]);
}
