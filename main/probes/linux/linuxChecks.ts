import type { Check } from "../doctor.ts";
import { parseAuxv } from "./auxv.ts";
import { parseLimits } from "./limits.ts";
import { parseMeminfo } from "./meminfo.ts";
import { parseNetstat } from "./netstat.ts";
import { parsePidStat } from "./pidStat.ts";
import { parsePidStatus } from "./pidStatus.ts";
import { parsePressure } from "./pressure.ts";
import { orNull, ProcFolder } from "./procFolder.ts";
import { parseProcStat } from "./procStat.ts";
import { parseSchedstat } from "./schedstat.ts";
import { parseSockstat } from "./sockstat.ts";
import { parseTcpSockets } from "./tcpSockets.ts";
import { parseVmstat } from "./vmstat.ts";

/** A probe that can fail: how it is tried, and what goes without it. */
interface Trial {
  readonly name: string;
  readonly gives: string;
  readonly without: string;
  read(proc: ProcFolder): unknown;
}

const TRIALS: readonly Trial[] = [
  {
    name: "CPU (/proc/stat)",
    gives: "CPU time, context switches, run queue and blocked tasks of the host are read",
    without: "nothing is known about the CPU, and most rules will say no data",
    read: (proc) => parseProcStat(proc.text("stat")),
  },
  {
    name: "Memory (/proc/meminfo)",
    gives: "memory and swap in use are read",
    without: "a host that runs out of memory will not be noticed",
    read: (proc) => parseMeminfo(proc.text("meminfo")),
  },
  {
    name: "Swapping (/proc/vmstat)",
    gives: "pages swapped in and out are counted",
    without: "swapping will not be noticed",
    read: (proc) => parseVmstat(proc.text("vmstat")),
  },
  {
    name: "Pressure (/proc/pressure)",
    gives: "the time tasks wait for CPU, disk and memory is read",
    without: "waiting for CPU, disk and memory is judged by the run queue and wa alone (the kernel option psi=1 turns it on)",
    read: (proc) => ["cpu", "io", "memory"].map((resource) => parsePressure(proc.text(`pressure/${resource}`))),
  },
  {
    name: "Accept queue (/proc/net/netstat)",
    gives: "connections refused for a full accept queue are counted",
    without: "an overflowing accept queue will not be noticed",
    read: (proc) => parseNetstat(proc.text("net/netstat")),
  },
  {
    name: "TIME_WAIT (/proc/net/sockstat)",
    gives: "sockets in TIME_WAIT are counted",
    without: "a shortage of local ports will only show in errors",
    read: (proc) => parseSockstat(proc.text("net/sockstat")),
  },
  {
    name: "Sockets (/proc/net/tcp)",
    gives: "the target can be found by its port and its backend connections counted",
    without: "the target must be named by its pid, and a connection pool is judged without counting connections",
    read: (proc) => parseTcpSockets(proc.text("net/tcp")),
  },
  {
    name: "Open files (/proc/PID/fd)",
    gives: "sockets can be assigned to this user's processes; a target of another user shows no open files and no backends",
    without: "the target must be named by its pid, and its backends stay unknown",
    read: (proc) => proc.fds(process.pid),
  },
  {
    name: "Threads (/proc/PID/task)",
    gives: "CPU time and context switches of each thread are read",
    without: "one saturated thread cannot be told from an idle target",
    read: (proc) => {
      const [thread = process.pid] = proc.threads(process.pid);
      parsePidStat(proc.text(`${process.pid}/task/${thread}/stat`));
      parsePidStatus(proc.text(`${process.pid}/task/${thread}/status`));
    },
  },
  {
    name: "Thread clock (schedstat)",
    gives: "thread CPU time is read in nanoseconds",
    without: "thread CPU time is read in ticks of 10 ms, and a single sample is coarse by 5 % of a core",
    read: (proc) => parseSchedstat(proc.text(`${process.pid}/schedstat`)),
  },
  {
    name: "Kernel units (/proc/self/auxv)",
    gives: "the kernel's page size and clock tick are known",
    without: "a page of 4096 bytes and 100 ticks a second are taken for granted",
    read: (proc) => parseAuxv(proc.bytes("self/auxv")),
  },
];

const FEW_FILES = 4096;
const FEW_PORTS = 20_000;
const SHORT_BACKLOG = 1024;

/** What this kernel tells, and the limits that bend a measurement before the target does. */
export function linuxChecks(proc = new ProcFolder()): Check[] {
  return [...TRIALS.map((trial) => attempt(trial, proc)), openFileLimit(proc), ephemeralPorts(proc), backlog(proc), portReuse(proc)];
}

function attempt({ name, gives, without, read }: Trial, proc: ProcFolder): Check {
  try {
    read(proc);
    return { name, state: "ok", text: `${sentence(gives)}.` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, state: "missing", text: `Not readable (${reason}): ${without}.` };
  }
}

function openFileLimit(proc: ProcFolder): Check {
  const name = "Open-file limit";
  const limit = orNull(() => parseLimits(proc.text("self/limits")));
  if (limit === null) return unknown(name, "a load of many connections may fail with EMFILE");
  return limit >= FEW_FILES
    ? { name, state: "ok", text: `${limit}: as many connections less a few can be opened.` }
    : { name, state: "warning", text: `${limit}: a level near that many connections fails with EMFILE; raise it with "ulimit -n".` };
}

function ephemeralPorts(proc: ProcFolder): Check {
  const name = "Local ports";
  const range = orNull(() => numbers(proc.text("sys/net/ipv4/ip_local_port_range"), 2));
  if (range === null) return unknown(name, "a load without keep-alive may run out of local ports");
  const [first = 0, last = 0] = range;
  const count = last - first + 1;
  const text = `${count} local ports (${first} to ${last}): that many connections to one address at a time, those in TIME_WAIT included.`;
  return { name, state: count >= FEW_PORTS ? "ok" : "warning", text };
}

function backlog(proc: ProcFolder): Check {
  const name = "Accept queue (somaxconn)";
  const limit = orNull(() => numbers(proc.text("sys/net/core/somaxconn"), 1))?.[0];
  if (limit === undefined) return unknown(name, "a burst of new connections may be dropped by the kernel");
  return limit >= SHORT_BACKLOG
    ? { name, state: "ok", text: `${limit}: a local target may keep that many new connections waiting, if it asks for it.` }
    : { name, state: "warning", text: `${limit}: a local target drops new connections beyond that, whatever it asks for.` };
}

function portReuse(proc: ProcFolder): Check {
  const name = "TIME_WAIT reuse (tcp_tw_reuse)";
  const value = orNull(() => numbers(proc.text("sys/net/ipv4/tcp_tw_reuse"), 1))?.[0];
  if (value === 0) return { name, state: "warning", text: "0: local ports in TIME_WAIT stay blocked for 60 s, also on loopback." };
  if (value === 1) return { name, state: "ok", text: "1: local ports in TIME_WAIT are used again after a second, for every address." };
  if (value === 2)
    return { name, state: "ok", text: "2: local ports in TIME_WAIT are used again on loopback only, so a local test hides a shortage." };
  return unknown(name, "whether local ports in TIME_WAIT are used again cannot be said");
}

function unknown(name: string, consequence: string): Check {
  return { name, state: "missing", text: `Not readable: ${consequence}.` };
}

function numbers(text: string, count: number): number[] | null {
  const found = text.trim().split(/\s+/).map(Number);
  return found.length === count && found.every(Number.isFinite) ? found : null;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
