import { dirname, join } from "node:path";
import { parseJvmStacks } from "../../../app/dumps/jvmStacks.ts";
import type { Stacks } from "../../../app/dumps/stackGroups.ts";
import { findProgram } from "./findProgram.ts";
import { run } from "./run.ts";

/**
 * The jcmd that belongs to a JVM: beside its java, in the JDK around its JRE, else on the PATH. Null without one.
 * `java`: the JVM's own program, as /proc/PID/exe has it.
 */
export function findJcmd(java: string, path?: string): string | null {
  const bin = dirname(java);
  return findProgram("jcmd", [bin, join(bin, "..", "..", "bin")], path);
}

/** Stops the JVM at a safepoint while it prints, for milliseconds. @throws Error what jcmd says, PlateauError PROBE_UNREADABLE */
export async function dumpJvm(jcmd: string, pid: number): Promise<Stacks> {
  return parseJvmStacks(await run(jcmd, [String(pid), "Thread.print"]));
}
