import { unreadable } from "./unreadable.ts";

/** CPU time since boot in clock ticks; only differences mean anything. Grouped as vmstat prints it. */
export interface CpuTicks {
  readonly user: number; // with nice
  readonly system: number; // with irq and softirq
  readonly idle: number;
  readonly wait: number; // idle while a disk request of this core was outstanding
  readonly stolen: number;
}

/** /proc/stat: all cores together, each core, and the counters since boot. */
export interface ProcStat {
  readonly all: CpuTicks;
  readonly cores: ReadonlyMap<string, CpuTicks>; // "cpu0" …: a core can go offline, so by name
  readonly contextSwitches: number;
  readonly interrupts: number;
  readonly runnable: number; // at this instant, running ones and the reader included
  readonly blocked: number; // at this instant, in uninterruptible sleep
}

/**
 * Parses the text of /proc/stat, see proc_stat(5).
 * A cpu line reads: user nice system idle iowait irq softirq steal guest guest_nice.
 * guest time is already inside user (and guest_nice inside nice), so only the first eight fields count.
 * @throws PlateauError PROBE_UNREADABLE if a cpu line or a counter is missing or not a number
 */
export function parseProcStat(text: string): ProcStat {
  let all: CpuTicks | undefined;
  const cores = new Map<string, CpuTicks>();
  const counters = new Map<string, number>();
  for (const line of text.split("\n")) {
    const space = line.indexOf(" ");
    if (space < 0) continue;
    const label = line.slice(0, space);
    if (label === "cpu") all = cpuTicks(line);
    else if (label.startsWith("cpu")) cores.set(label, cpuTicks(line));
    else counters.set(label, firstNumber(line, space)); // of the very long intr line only the total is read
  }
  if (!all) throw unreadable("/proc/stat", 'a line "cpu" with 8 numbers', text.split("\n", 1)[0]);
  const counter = (label: string): number => {
    const value = counters.get(label);
    if (value === undefined || !Number.isFinite(value)) throw unreadable("/proc/stat", `a line "${label}" with a number`, text);
    return value;
  };
  return {
    all,
    cores,
    contextSwitches: counter("ctxt"),
    interrupts: counter("intr"),
    runnable: counter("procs_running"),
    blocked: counter("procs_blocked"),
  };
}

function cpuTicks(line: string): CpuTicks {
  const fields = line.trim().split(/\s+/).slice(1, 9).map(Number);
  if (fields.length < 8 || !fields.every(Number.isFinite)) throw unreadable("/proc/stat", '"cpu" and 8 numbers', line);
  const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softirq = 0, stolen = 0] = fields;
  return { user: user + nice, system: system + irq + softirq, idle, wait, stolen };
}

function firstNumber(line: string, space: number): number {
  const end = line.indexOf(" ", space + 1);
  return Number(end < 0 ? line.slice(space + 1) : line.slice(space + 1, end));
}
