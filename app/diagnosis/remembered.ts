import type { LevelSummary } from "./levelSummary.ts";

/** Looks once at each level: a summary never changes, and a running session is judged again and again. */
export function remembered<T>(look: (level: LevelSummary) => T): (level: LevelSummary) => T {
  const known = new WeakMap<LevelSummary, { readonly seen: T }>();
  return (level) => {
    const before = known.get(level) ?? { seen: look(level) };
    known.set(level, before);
    return before.seen;
  };
}
