import { MOST_FRAMES, MOST_GROUPS, type StackGroup, type ThreadDump } from "../model/threadDump.ts";

/** One thread, as a tool printed it; or several that it printed as one. */
export interface Stack extends Omit<StackGroup, "threads"> {
  readonly threads?: number; // default 1
}

/** What is in a dump, without when and how it was taken. */
export type Stacks = Pick<ThreadDump, "total" | "groups">;

/** Puts the threads together that are in the same state at the same place and wait for the same lock. */
export function groupStacks(stacks: readonly Stack[]): Stacks {
  const awaited = new Set(stacks.map(({ waitsFor }) => waitsFor));
  const groups = new Map<string, StackGroup>();
  for (const { threads = 1, state, frames, waitsFor, holds } of stacks) {
    const kept = { state, frames: frames.slice(0, MOST_FRAMES), waitsFor, holds: holds.filter((lock) => awaited.has(lock)) };
    const key = JSON.stringify(kept);
    groups.set(key, { ...kept, threads: (groups.get(key)?.threads ?? 0) + threads });
  }
  return {
    total: stacks.reduce((sum, { threads = 1 }) => sum + threads, 0),
    groups: [...groups.values()].sort((a, b) => b.threads - a.threads).slice(0, MOST_GROUPS),
  };
}

/** The groups of several processes of one target, put together. */
export function mergeStacks(parts: readonly Stacks[]): Stacks {
  const { groups } = groupStacks(parts.flatMap((part) => part.groups));
  return { total: parts.reduce((sum, part) => sum + part.total, 0), groups };
}
