import { z } from "zod";

/** Threads found in the same place. */
const StackGroup = z.strictObject({
  threads: z.int().min(1), // or goroutines, or samples: what the dump counts
  state: z.string(), // in the runtime's own words: "BLOCKED (on object monitor)", "active", "sampled"
  frames: z.array(z.string()), // the innermost first, no more than MOST_FRAMES; empty: the runtime shows none
  waitsFor: z.string().nullable(), // the lock they are kept from, "0x00000007 (a java.lang.Object)", where the runtime tells
  holds: z.array(z.string()), // locks of theirs that other threads in this dump wait for
});
export type StackGroup = z.infer<typeof StackGroup>;

/** How many frames of a stack are kept: a pool's own frames lie some ten below the wait, the caller's just beneath. */
export const MOST_FRAMES = 30;
/** How many groups are kept, those with the most threads. */
export const MOST_GROUPS = 60;

/** Where all threads of the target were at one instant; of Node, which has one, where it was in some hundred instants. */
export const ThreadDump = z.strictObject({
  takenAtMs: z.number(), // from the start of the session
  durationMs: z.number(), // what taking it lasted; the target stood still for some of it
  tool: z.enum(["jcmd", "py-spy", "inspector", "pprof"]),
  counts: z.enum(["threads", "goroutines", "samples"]),
  total: z.int(), // of what it counts, those in groups that were left out included
  groups: z.array(StackGroup), // the largest first; what they mean, app/knowledge/stackCauses.ts says
});
export type ThreadDump = z.infer<typeof ThreadDump>;
