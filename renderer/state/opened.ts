import { create } from "zustand";
import { diagnose } from "../../app/diagnosis/diagnose.ts";
import { type LevelSummary, summariseLevels } from "../../app/diagnosis/levelSummary.ts";
import type { Diagnosis } from "../../app/model/finding.ts";
import type { Recording } from "../../app/model/recording.ts";
import { engine } from "./engine.ts";
import { messageOf } from "./notices.ts";

/** A saved session with all that is computed from it. */
export interface Opened {
  readonly recording: Recording;
  readonly levels: readonly LevelSummary[];
  readonly diagnosis: Diagnosis;
}

interface OpenedState {
  readonly id: string | null;
  readonly opened: Opened | null;
  readonly failure: string | null;
}

export const useOpened = create<OpenedState>(() => ({ id: null, opened: null, failure: null }));

export async function openSession(id: string): Promise<void> {
  if (useOpened.getState().id === id && useOpened.getState().opened !== null) return;
  useOpened.setState({ id, opened: null, failure: null });
  try {
    const recording = await engine.call("session:open", id);
    if (useOpened.getState().id === id) keepOpened(recording);
  } catch (error) {
    if (useOpened.getState().id === id) useOpened.setState({ failure: messageOf(error) });
  }
}

/** A session whose events have all been seen needs not be asked for again. */
export function keepOpened(recording: Recording): void {
  const opened = { recording, levels: summariseLevels(recording), diagnosis: diagnose(recording) };
  useOpened.setState({ id: recording.id, opened, failure: null });
}
