import type { EventOf } from "../../app/contract/calls.ts";
import type { Diagnosis } from "../../app/model/finding.ts";
import { levelMs, planMs } from "../../app/model/plan.ts";
import { type Recording, type SessionEvent, withEvent } from "../../app/model/recording.ts";

/** The session that is running, as far as its events have told. */
export interface Live {
  readonly recording: Recording | null;
  readonly diagnosis: Diagnosis | null;
}

export const nothingLive: Live = { recording: null, diagnosis: null };

/** Events of one session, in order. Those of a session nobody opened are left alone, except its start. */
export function afterEvents(live: Live, announcements: readonly EventOf<"session:event">[]): Live {
  let { recording, diagnosis } = live;
  for (const { sessionId, event } of announcements) {
    if (event.kind === "started" && recording?.id !== sessionId) {
      recording = event.recording;
      diagnosis = null;
    } else if (event.kind !== "started" && recording?.id === sessionId) {
      if (event.kind === "diagnosis") diagnosis = event.diagnosis;
      else recording = withEvent(recording, unseen(recording, event));
    }
  }
  return { recording, diagnosis };
}

/** Joining a running session, the first events may repeat what the opened recording already holds. */
function unseen(recording: Recording, event: SessionEvent): SessionEvent {
  if (event.kind !== "progress") return event;
  const lastTick = recording.ticks.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
  const lastSample = recording.samples.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
  return {
    ...event,
    ticks: event.ticks.filter((tick) => tick.atMs > lastTick),
    samples: event.samples.filter((sample) => sample.atMs > lastSample),
  };
}

export interface Progress {
  readonly fraction: number; // 0..1 of the planned time
  readonly remainingMs: number;
  readonly plannedEndMs: number;
  readonly level: number | null; // index of the one that runs
  readonly phase: "starting" | "warmup" | "measured" | "between" | "over";
}

/** How far a session is, by its own clock: the time of what was measured last. */
export function progressOf({ plan, levels, ticks, samples, status }: Recording): Progress {
  const nowMs = Math.max(ticks.at(-1)?.atMs ?? 0, samples.at(-1)?.atMs ?? 0, levels.at(-1)?.startedMs ?? 0);
  const running = levels.find((level) => level.state === "running") ?? null;
  const ahead = plan.connections.length - levels.length;
  const thisOne = running === null ? 0 : Math.max(0, running.measuredToMs - nowMs);
  const remainingMs = status === "running" ? (levels.length === 0 ? planMs(plan) : thisOne + ahead * levelMs(plan)) : 0;
  const phase =
    status !== "running"
      ? "over"
      : levels.length === 0
        ? "starting"
        : running === null
          ? "between"
          : nowMs < running.measuredFromMs
            ? "warmup"
            : "measured";
  const plannedEndMs = nowMs + remainingMs;
  return { fraction: plannedEndMs > 0 ? nowMs / plannedEndMs : 0, remainingMs, plannedEndMs, level: running?.index ?? null, phase };
}
