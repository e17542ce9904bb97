import { unreadable } from "./unreadable.ts";

/** One process (/proc/PID/stat) or one thread (/proc/PID/task/TID/stat). Times in clock ticks. */
export interface PidStat {
  readonly pid: number;
  readonly name: string; // at most 15 characters, chosen by the process itself
  readonly state: string; // R S D Z T …
  readonly parentPid: number;
  readonly cpuTicks: number; // user and system, without children
  readonly systemTicks: number;
  readonly majorFaults: number; // pages that had to be fetched from disk
  readonly threads: number;
  readonly startedTicks: number; // after boot; with the pid it names a process for good, since pids are used again
  readonly rssPages: number;
}

/**
 * Parses a stat line, see proc_pid_stat(5). The name may hold spaces, parentheses and line ends ("(a b) c)"),
 * so the fields are counted from the last closing parenthesis.
 * @throws PlateauError PROBE_UNREADABLE if there is no name in parentheses or a field is not a number
 */
export function parsePidStat(text: string): PidStat {
  const open = text.indexOf(" (");
  const close = text.lastIndexOf(") ");
  if (open < 0 || close < open) throw unreadable("/proc/PID/stat", "a pid and a name in parentheses", text);
  const [state = "", ...fields] = text.slice(close + 2).split(" ");
  const number = (field: number): number => Number(fields[field - 4]); // counted as in the manual: 3 is the state
  const stat = {
    pid: Number(text.slice(0, open)),
    name: text.slice(open + 2, close),
    state,
    parentPid: number(4),
    cpuTicks: number(14) + number(15),
    systemTicks: number(15),
    majorFaults: number(12),
    threads: number(20),
    startedTicks: number(22),
    rssPages: number(24),
  };
  const numbers = [stat.pid, stat.parentPid, stat.cpuTicks, stat.majorFaults, stat.threads, stat.startedTicks, stat.rssPages];
  if (!numbers.every(Number.isFinite)) throw unreadable("/proc/PID/stat", "24 fields", text);
  return stat;
}
