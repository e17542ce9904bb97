import { mergeStacks, type Stacks } from "../../../app/dumps/stackGroups.ts";
import type { ThreadDump } from "../../../app/model/threadDump.ts";
import { readProcessTable, withDescendants } from "../linux/processTable.ts";
import { ProcFolder } from "../linux/procFolder.ts";
import { readSockets } from "../linux/sockets.ts";
import { LISTEN } from "../linux/tcpSockets.ts";
import { findInspector, profileNode } from "./inspector.ts";
import { dumpJvm, findJcmd } from "./jcmd.ts";
import { dumpGo } from "./pprof.ts";
import { dumpPython } from "./pySpy.ts";
import { isGo, type Runtime, runtimeOf } from "./runtime.ts";

export interface DumpTarget {
  readonly pid: number | null; // of the target on this machine; null: not known
  readonly url: string; // it is loaded at
}

/** A dump but for the time of the session, or why there is none, in one sentence. */
export type DumpOutcome =
  | { readonly dump: Omit<ThreadDump, "takenAtMs">; readonly why: null }
  | { readonly dump: null; readonly why: string };

type Taken = Pick<ThreadDump, "tool" | "counts"> & Stacks;

/** Of a family of worker processes so many are looked into: each costs a pause. */
const MOST_PROCESSES = 8;

/**
 * Takes a thread dump of the target, its workers included, with the tool its runtime has for it. It never throws, and does nothing to a
 * target that has not opened itself: no signal is sent, no inspector opened. The target stands still for milliseconds.
 */
export async function takeDump(target: DumpTarget, proc = new ProcFolder()): Promise<DumpOutcome> {
  const startedMs = performance.now();
  try {
    const taken = await dumpOf(target, proc);
    return typeof taken === "string"
      ? { dump: null, why: taken }
      : { dump: { durationMs: performance.now() - startedMs, ...taken }, why: null };
  } catch (error) {
    return { dump: null, why: `No thread dump could be taken: ${error instanceof Error ? error.message : String(error)}.` };
  }
}

async function dumpOf({ pid, url }: DumpTarget, proc: ProcFolder): Promise<Taken | string> {
  const family = pid === null || process.platform !== "linux" ? [] : withDescendants(readProcessTable(proc), [pid], new Set([process.pid]));
  const runtimes = family.map((member) => ({ pid: member, runtime: runtimeOf(proc, member) }));
  const of = (kind: Runtime["kind"]) => runtimes.filter(({ runtime }) => runtime.kind === kind).slice(0, MOST_PROCESSES);
  const [jvms, pythons, nodes] = [of("jvm"), of("python"), of("node")];
  if (jvms.length > 0) return dumpJvms(jvms);
  if (pythons.length > 0) return { tool: "py-spy", counts: "threads", ...(await each(pythons, (member) => dumpPython(member.pid))) };
  if (nodes.length > 0) return dumpNodes(nodes, proc, Number(new URL(url).port));
  if (pid !== null && !(await isGo(proc, pid))) return "No thread dump: the target is no JVM, Python, Node or Go program.";
  const goroutines = await dumpGo(url).catch(() => null);
  if (goroutines !== null) return { tool: "pprof", counts: "goroutines", ...goroutines };
  return pid === null
    ? "No thread dump: the target's process is not known here, and it does not show Go's pprof."
    : 'No thread dump: the target is a Go program that does not show its pprof (import _ "net/http/pprof" where it serves).';
}

async function dumpJvms(jvms: readonly { pid: number; runtime: Runtime }[]): Promise<Taken | string> {
  const [{ runtime } = { runtime: null }] = jvms;
  const jcmd = runtime?.kind === "jvm" ? findJcmd(runtime.java) : null;
  if (jcmd === null) return "No thread dump: jcmd is neither beside the target's java nor on the PATH (a JDK has it, a JRE has not).";
  return { tool: "jcmd", counts: "threads", ...(await each(jvms, (member) => dumpJvm(jcmd, member.pid))) };
}

async function dumpNodes(nodes: readonly { pid: number }[], proc: ProcFolder, loadedPort: number): Promise<Taken | string> {
  const addresses = await Promise.all(nodes.map(({ pid }) => findInspector(portsOf(proc, pid).filter((port) => port !== loadedPort))));
  const open = addresses.filter((address) => address !== null);
  if (open.length === 0) return 'No thread dump: the target\'s inspector is closed (start it with "--inspect" to have its stacks read).';
  return { tool: "inspector", counts: "samples", ...(await each(open, profileNode)) };
}

/** One after the other: the target is to stand still in one place at a time. */
async function each<T>(members: readonly T[], dump: (member: T) => Promise<Stacks>): Promise<Stacks> {
  const parts: Stacks[] = [];
  let failure: unknown;
  for (const member of members) {
    try {
      parts.push(await dump(member));
    } catch (error) {
      failure ??= error; // a worker may have ended; what the others say counts
    }
  }
  if (parts.length === 0) throw failure;
  return mergeStacks(parts);
}

/** Ports of this machine's network that a process listens on. */
function portsOf(proc: ProcFolder, pid: number): number[] {
  if (!proc.sharesNetwork(pid)) return [];
  const own = new Set(proc.fds(pid).map((fd) => proc.socketInode(pid, fd)));
  const sockets = readSockets(proc, pid, (state, inode) => state === LISTEN && own.has(inode)) ?? [];
  return [...new Set(sockets.map(({ local }) => local.port))];
}
