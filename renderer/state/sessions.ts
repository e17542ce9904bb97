import { create } from "zustand";
import { engine } from "./engine.ts";
import { messageOf, notify, notifyError } from "./notices.ts";
import type { Session } from "./sessionList.ts";

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
