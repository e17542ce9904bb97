import { create } from "zustand";

/** Something a person should know. An error stays until it is read; news goes by itself. */
export interface Notice {
  readonly id: number;
  readonly kind: "error" | "news";
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

const NEWS_MS = 10_000;
let nextId = 1;

export const useNotices = create<{ notices: readonly Notice[] }>(() => ({ notices: [] }));

export function notify(notice: Omit<Notice, "id">): void {
  const id = nextId++;
  useNotices.setState(({ notices }) => ({ notices: [...notices.filter((other) => other.text !== notice.text), { ...notice, id }] }));
  if (notice.kind === "news") window.setTimeout(() => dismiss(id), NEWS_MS);
}

export function dismiss(id: number): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}

export function notifyError(what: string, error: unknown): void {
  notify({ kind: "error", text: `${what}: ${messageOf(error)}` });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
