import { create } from "zustand";
import { type Comparison, comparedFrom, compareSessions } from "../../app/comparison/comparison.ts";
import { engine } from "./engine.ts";
import { messageOf } from "./notices.ts";

interface ComparedState {
  readonly ids: string | null; // of both, as asked for last
  readonly comparison: Comparison | null;
  readonly failure: string | null;
}

export const useCompared = create<ComparedState>(() => ({ ids: null, comparison: null, failure: null }));

/** What was asked for last wins, whatever arrives first. */
export async function openComparison(before: string, after: string): Promise<void> {
  const ids = idsOf(before, after);
  if (useCompared.getState().ids === ids && useCompared.getState().comparison !== null) return;
  useCompared.setState({ ids, comparison: null, failure: null });
  try {
    const recordings = await Promise.all([engine.call("session:open", before), engine.call("session:open", after)]);
    const [first, second] = recordings.map((recording) => comparedFrom(recording)) as [
      ReturnType<typeof comparedFrom>,
      ReturnType<typeof comparedFrom>,
    ];
    if (useCompared.getState().ids === ids) useCompared.setState({ comparison: compareSessions(first, second) });
  } catch (error) {
    if (useCompared.getState().ids === ids) useCompared.setState({ failure: messageOf(error) });
  }
}

export const idsOf = (before: string, after: string): string => `${before} ${after}`;
