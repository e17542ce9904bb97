import type { Check } from "../doctor.ts";
import { parseLimits } from "./limits.ts";
import { orNull, ProcFolder } from "./procFolder.ts";
import { TRIALS, type Trial } from "./trials.ts";

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
