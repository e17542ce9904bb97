import { z } from "zod";
import type { StackGroup, ThreadDump } from "../model/threadDump.ts";
import rows from "./stackCauses.json" with { type: "json" };

/** What threads in a certain place wait for, or do. */
const StackCause = z.strictObject({
  id: z.string(),
  runtime: z.enum(["jvm", "python", "go", "node"]),
  frame: z.string(), // part of a frame, as the dump writes it; "": any
  above: z.string().optional(), // part of a frame further in: the call has not come back
  innermost: z.boolean().default(false), // nothing is further in
  state: z.string().optional(), // a pattern
  general: z.boolean().default(false), // says little by itself: only where no other row says more
  kind: z.enum(["pool", "lock", "semaphore", "logger", "downstream", "disk", "collector", "cpu", "sleep", "idle"]),
  software: z.string(),
  text: z.string(), // goes on after "74 of 150 threads"
  setting: z.string().optional(), // what to look at
  source: z.string(),
});
export type StackCause = z.infer<typeof StackCause>;

export const stackCauses: readonly StackCause[] = z.array(StackCause).parse(rows);

const RUNTIMES = { jcmd: "jvm", "py-spy": "python", pprof: "go", inspector: "node" } as const;

/** Why the threads of a group are where they are; null: nothing is known of that place. Of several rows the one of the innermost frame. */
export function stackCauseOf(tool: ThreadDump["tool"], group: StackGroup): StackCause | null {
  const known = stackCauses.filter(({ runtime, state }) => runtime === RUNTIMES[tool] && new RegExp(state ?? "").test(group.state));
  return innermostMatch(known, group.frames, false) ?? innermostMatch(known, group.frames, true);
}

/** The causes in a dump, those of the most threads first. */
export function stackCausesOf({
  tool,
  groups,
}: Pick<ThreadDump, "tool" | "groups">): { cause: StackCause; threads: number; groups: StackGroup[] }[] {
  const found = new Map<string, { cause: StackCause; threads: number; groups: StackGroup[] }>();
  for (const group of groups) {
    const cause = stackCauseOf(tool, group);
    if (cause === null) continue;
    const { threads = 0, groups: same = [] } = found.get(cause.id) ?? {};
    found.set(cause.id, { cause, threads: threads + group.threads, groups: [...same, group] });
  }
  return [...found.values()].sort((a, b) => b.threads - a.threads);
}

function innermostMatch(causes: readonly StackCause[], frames: readonly string[], general: boolean): StackCause | null {
  const wanted = causes.filter((cause) => cause.general === general);
  for (const [at, frame] of frames.entries()) {
    const further = frames.slice(0, at);
    const cause = wanted.find(
      ({ frame: part, above, innermost }) =>
        frame.includes(part) && (above === undefined || further.some((inner) => inner.includes(above))) && (!innermost || at === 0),
    );
    if (cause) return cause;
  }
  return null;
}
