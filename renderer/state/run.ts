import { create } from "zustand";
import type { EventOf, Input } from "../../app/contract/calls.ts";
import { engine } from "./engine.ts";
import { afterEvents, type Live, nothingLive } from "./live.ts";
import { notify, notifyError } from "./notices.ts";
import { keepOpened } from "./opened.ts";
import { go, useRoute } from "./route.ts";
import { refreshSessions } from "./sessions.ts";

/** The run that is on now, or the last one of this page. `stopping`, `pausing`: asked to, not yet over. */
export const useRun = create<Live & { stopping: boolean; pausing: boolean }>(() => ({ ...nothingLive, stopping: false, pausing: false }));

const waiting: EventOf<"session:event">[] = [];
let frame: number | null = null;
let joining: string | null = null;

/** Events are taken in at most once a frame, however many arrive. */
export function watchRun(): void {
  engine.on("session:event", (announcement) => {
    waiting.push(announcement);
    if (frame === null && joining === null) frame = window.requestAnimationFrame(takeIn);
  });
}

function takeIn(): void {
  frame = null;
  const events = waiting.splice(0);
  useRun.setState((run) => afterEvents(run, events));
  for (const { sessionId, event } of events) if (event.kind === "ended" && sessionId === useRun.getState().recording?.id) ended();
}

function ended(): void {
  const { recording } = useRun.getState();
  useRun.setState({ stopping: false, pausing: false });
  void refreshSessions();
  if (recording === null) return;
  keepOpened(recording);
  const route = useRoute.getState();
  if (route.at === "live") go({ at: "session", id: recording.id });
  else
    notify({
      kind: "news",
      text: `The run of ${recording.plan.url} is over.`,
      action: { label: "See the diagnosis", run: () => go({ at: "session", id: recording.id }) },
    });
}

/** After the engine was reached, for the first time or again: takes up what runs, and what ended while nobody listened. */
export async function catchUp(running: string | null): Promise<void> {
  const { recording } = useRun.getState();
  if (running !== null) await join(running);
  else if (recording?.status === "running") {
    await join(recording.id);
    if (useRun.getState().recording?.status !== "running") ended();
  }
}

/** Opens a session that runs already. What arrives meanwhile waits, and is not counted twice. */
async function join(id: string): Promise<void> {
  joining = id;
  try {
    const recording = await engine.call("session:open", id);
    useRun.setState((run) => ({ recording, diagnosis: run.recording?.id === id ? run.diagnosis : null }));
  } catch (error) {
    notifyError("The running session could not be opened", error);
  }
  joining = null;
  takeIn();
}

export async function startRun(plan: Input<"run:start">): Promise<void> {
  await begin(engine.call("run:start", plan));
}

export async function startDemo(demo: Input<"run:demo">): Promise<void> {
  await begin(engine.call("run:demo", demo));
}

/** A session of its own: the levels that show the cause once more, then the experiment. */
export async function startExperiment(asked: Input<"run:experiment">): Promise<void> {
  await begin(engine.call("run:experiment", asked));
}

async function begin(started: Promise<string>): Promise<void> {
  const id = await started;
  useRun.setState({ stopping: false, pausing: false });
  if (useRun.getState().recording?.id !== id && !waiting.some(({ sessionId }) => sessionId === id)) await join(id);
  go({ at: "live" });
}

export function stopRun(): void {
  const id = useRun.getState().recording?.id;
  if (id === undefined) return;
  useRun.setState({ stopping: true });
  engine.call("run:stop", id).catch((error) => {
    useRun.setState({ stopping: false });
    notifyError("The run could not be stopped", error);
  });
}

export function skipLevel(): void {
  steer("The level could not be skipped", (id) => engine.call("run:skip", id));
}

/** Not before the current level is over: a level that stood still in its middle would measure nothing. */
export function pauseRun(): void {
  useRun.setState({ pausing: true });
  steer("The run could not be paused", (id) => engine.call("run:pause", id));
}

export function resumeRun(): void {
  useRun.setState({ pausing: false });
  steer("The run could not go on", (id) => engine.call("run:resume", id));
}

/** Ends the current level and goes on with one of so many connections. */
export function changeConnections(connections: number): void {
  steer("The connections could not be changed", (id) => engine.call("run:connections", { id, connections }));
}

export function annotate(text: string): void {
  steer("The note could not be kept", (id) => engine.call("run:annotate", { id, text }));
}

function steer(failure: string, ask: (id: string) => Promise<unknown>): void {
  const id = useRun.getState().recording?.id;
  if (id !== undefined) ask(id).catch((error) => notifyError(failure, error));
}

export function isRunning({ recording }: Live): boolean {
  return recording?.status === "running";
}
