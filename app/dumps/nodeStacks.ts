import { z } from "zod";
import { PlateauError } from "../model/errors.ts";
import { groupStacks, type Stack, type Stacks } from "./stackGroups.ts";

/** What is read of the inspector's Profiler.Profile (Chrome DevTools Protocol 1.3). */
const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.int(),
      callFrame: z.object({ functionName: z.string(), url: z.string(), lineNumber: z.int() }),
      children: z.array(z.int()).optional(),
    }),
  ),
  samples: z.array(z.int()),
});

const ROOT = "(root)";

/**
 * Parses a profile of Node's one thread: every sample is a stack. "(idle)" waits for something to happen, "(garbage collector)" collects,
 * "(program)" is native code that no function is known of.
 * @throws PlateauError PROBE_UNREADABLE if it is not a profile
 */
export function parseNodeStacks(value: unknown): Stacks {
  const profile = Profile.safeParse(value);
  if (!profile.success)
    throw new PlateauError("PROBE_UNREADABLE", `inspector: expected a profile; got ${JSON.stringify(value)?.slice(0, 80)}`);
  const { nodes, samples } = profile.data;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const callerOf = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const stackOf = (sample: number): Stack => {
    const frames: string[] = [];
    for (let id: number | undefined = sample; id !== undefined; id = callerOf.get(id)) {
      const frame = byId.get(id)?.callFrame;
      if (frame && frame.functionName !== ROOT) frames.push(frameOf(frame));
    }
    return { state: "sampled", frames, waitsFor: null, holds: [] };
  };
  return groupStacks(samples.map(stackOf));
}

function frameOf({ functionName, url, lineNumber }: { functionName: string; url: string; lineNumber: number }): string {
  const name = functionName || "(anonymous)";
  const place = url.startsWith("node:") ? url : url.slice(url.lastIndexOf("/") + 1);
  return place === "" ? name : `${name} (${place}:${lineNumber + 1})`;
}
