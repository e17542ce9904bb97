import { z } from "zod";

/** Threads found in the same place. */
const StackGroup = z.strictObject({
  threads: z.int().min(1),
  state: z.string(), // in the runtime's own words: "BLOCKED", "active", "semacquire"
  frames: z.array(z.string()), // the innermost first, as the runtime prints them, no more than MOST_FRAMES
  waitsFor: z.string().nullable(), // the lock they are kept from, "0x00000007 (java.lang.Object)", where the runtime tells
  holds: z.array(z.string()), // locks of theirs that other threads in this dump wait for
});
export type StackGroup = z.infer<typeof StackGroup>;

/** How many frames of a stack are kept: a pool's own frames lie some ten below the wait, the caller's just beneath. */
export const MOST_FRAMES = 30;
/** How many groups are kept, those with the most threads. */
export const MOST_GROUPS = 60;

/** Where all threads of the target were at one instant. What it means, app/knowledge/stackCauses.ts says. */
export const ThreadDump = z.strictObject({
  takenAtMs: z.number(), // from the start of the session
  durationMs: z.number(), // what it took; the target stood still for some of it
  tool: z.enum(["jcmd", "py-spy", "inspector", "pprof"]),
  pid: z.int().nullable(), // null: it was asked over HTTP
  threads: z.int(), // all of them; goroutines for Go
  groups: z.array(StackGroup), // the most threads first
});
export type ThreadDump = z.infer<typeof ThreadDump>;
