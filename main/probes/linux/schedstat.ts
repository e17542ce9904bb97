import { unreadable } from "./unreadable.ts";

/** A thread's time since it began, ns. */
export interface SchedTime {
  readonly ranNs: number; // on a CPU
  readonly waitedNs: number; // ready to run, with no CPU to run on
}

/**
 * Parses the text of /proc/PID/task/TID/schedstat.
 * Preferred to its stat line, which counts in ticks of 10 ms: a twentieth of an interval of 200 ms.
 * Source: Documentation/scheduler/sched-stats.rst. Absent on kernels without CONFIG_SCHED_INFO.
 * @throws PlateauError PROBE_UNREADABLE if the text is not three numbers
 */
export function parseSchedstat(text: string): SchedTime {
  const found = /^(\d+) (\d+) \d+\s*$/.exec(text);
  if (!found) throw unreadable("schedstat", "three numbers", text);
  return { ranNs: Number(found[1]), waitedNs: Number(found[2]) };
}
