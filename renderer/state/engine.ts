import { create } from "zustand";
import type { About } from "../../app/contract/calls.ts";
import { Client } from "../../app/contract/wire.ts";
import { type LineState, openLine } from "../bridge.ts";

interface EngineState {
  readonly line: LineState;
  readonly about: About | null;
}

export const useEngine = create<EngineState>(() => ({ line: "connecting", about: null }));

const line = openLine();
/** The one client of the page; it outlives reconnections. */
export const engine = new Client(line);

/** `onOpen` runs each time the engine is reached, the first time and after it was away. */
export function watchEngine(onOpen: (about: About) => void): void {
  line.onState((state) => {
    useEngine.setState({ line: state });
    if (state !== "open") return;
    engine.call("engine:about", null).then(
      (about) => {
        useEngine.setState({ about });
        onOpen(about);
      },
      () => undefined, // the line broke again; the next opening asks anew
    );
  });
}

export function onMenu(listener: (command: string) => void): void {
  line.onMenu(listener);
}
