import { z } from "zod";
import { PlateauError } from "../model/errors.ts";
import { groupStacks, type Stacks } from "./stackGroups.ts";

/** What is read of py-spy's JSON (py-spy 0.3 and 0.4); it has more. */
const Threads = z.array(
  z.object({
    active: z.boolean(), // the operating system runs it, or it is ready to run
    owns_gil: z.boolean(),
    frames: z.array(z.object({ name: z.string(), short_filename: z.string().nullable(), filename: z.string(), line: z.int() })),
  }),
);

/**
 * Parses what `py-spy dump --json` prints. States as its text form has them: "active+gil" runs Python, "active" runs something else or waits
 * for its turn to run Python, "idle" waits. A thread in a C function is shown in the Python line that called it.
 * @throws PlateauError PROBE_UNREADABLE if it is not that
 */
export function parsePythonStacks(text: string): Stacks {
  const threads = Threads.safeParse(jsonOf(text));
  if (!threads.success)
    throw new PlateauError("PROBE_UNREADABLE", `py-spy dump: expected a list of threads; got ${JSON.stringify(text.slice(0, 80))}`);
  return groupStacks(
    threads.data.map(({ active, owns_gil, frames }) => ({
      state: owns_gil ? "active+gil" : active ? "active" : "idle",
      frames: frames.map(({ name, short_filename, filename, line }) => `${name} (${short_filename ?? filename}:${line})`),
      waitsFor: null,
      holds: [],
    })),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
