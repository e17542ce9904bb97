import { parsePythonStacks } from "../../../app/dumps/pythonStacks.ts";
import type { Stacks } from "../../../app/dumps/stackGroups.ts";
import { run } from "./run.ts";

/** Stops the process while it reads it, for milliseconds. @throws Error what py-spy says, PlateauError PROBE_UNREADABLE */
export async function dumpPython(pid: number): Promise<Stacks> {
  return parsePythonStacks(await run("py-spy", ["dump", "--json", "--pid", String(pid)]));
}
