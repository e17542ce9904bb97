import { create } from "zustand";
import { type Draft, emptyDraft, readDraft } from "../views/plan/draft.ts";

const KEY = "plateau:plan";

/** The plan as it is being written; the last one comes back after a restart. */
export const usePlanDraft = create<{ draft: Draft }>(() => ({ draft: readDraft(localStorage.getItem(KEY)) }));

export function changeDraft(change: Partial<Draft>): void {
  const draft = { ...usePlanDraft.getState().draft, ...change };
  try {
    localStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    localStorage.setItem(KEY, JSON.stringify({ ...draft, users: null, requests: null })); // files larger than a browser remembers
  }
  usePlanDraft.setState({ draft });
}

export function resetDraft(): void {
  changeDraft(emptyDraft);
}
