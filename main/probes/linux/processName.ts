import type { PidStat } from "./pidStat.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";

/**
 * The name people know a process by. Node since 24 calls its main thread "MainThread", and with it the process, so
 * for those the program's own name is taken from the command line.
 */
export function processName(proc: ProcFolder, { pid, name }: PidStat): string {
  if (!name.endsWith("MainThread")) return name;
  const [program = ""] = (orNull(() => proc.text(`${pid}/cmdline`)) ?? "").split("\0", 1);
  return program.slice(program.lastIndexOf("/") + 1) || name;
}
