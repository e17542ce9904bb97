import { create } from "zustand";
import type { Output } from "../../app/contract/calls.ts";
import { engine } from "./engine.ts";
import { messageOf, notify, notifyError } from "./notices.ts";

export type Session = Output<"session:list">[number];

interface SessionsState {
  readonly sessions: readonly Session[] | null; // null: not asked yet
  readonly failure: string | null;
}

export const useSessions = create<SessionsState>(() => ({ sessions: null, failure: null }));

export async function refreshSessions(): Promise<void> {
  try {
    useSessions.setState({ sessions: await engine.call("session:list", null), failure: null });
  } catch (error) {
    useSessions.setState({ failure: messageOf(error) });
  }
}

/** Deletes at once and offers the way back, instead of asking first. */
export async function deleteSession({ id, name, url }: Session): Promise<void> {
  try {
    await engine.call("session:delete", id);
    useSessions.setState(({ sessions }) => ({ sessions: sessions?.filter((session) => session.id !== id) ?? null }));
    notify({ kind: "news", text: `Deleted “${name === "" ? url : name}”.`, action: { label: "Undo", run: () => void restore(id) } });
  } catch (error) {
    notifyError("The session could not be deleted", error);
  }
}

async function restore(id: string): Promise<void> {
  try {
    await engine.call("session:restore", id);
    await refreshSessions();
  } catch (error) {
    notifyError("The session could not be restored", error);
  }
}

/** Sessions whose name, address, status or verdict contains every word, latest first. */
export function matching(sessions: readonly Session[], search: string): Session[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return sessions
    .filter(({ name, url, status, verdict }) => {
      const text = [name, url, status, verdict?.title ?? "", verdict?.id ?? ""].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

export function peakRps({ curve }: Session): number | null {
  return curve.length === 0 ? null : Math.max(...curve.map((point) => point.throughputRps));
}
