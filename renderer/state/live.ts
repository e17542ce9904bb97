import type { EventOf } from "../../app/contract/calls.ts";
import { experiments } from "../../app/diagnosis/experiments/index.ts";
import type { ExperimentMark } from "../../app/model/experiment.ts";
import type { Diagnosis } from "../../app/model/finding.ts";
import { levelMs, type Plan, type PlannedLevel } from "../../app/model/plan.ts";
import { type LevelRecord, type Recording, type SessionEvent, withEvent } from "../../app/model/recording.ts";
import { ordered } from "../../app/schedule/nextLevel.ts";

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
  readonly fraction: number; // 0..1 of the planned time; of a search, of the time until the end of this level
  readonly remainingMs: number; // at least so much, when `planned` is null
  readonly plannedEndMs: number;
  readonly level: LevelRecord | null; // the one that runs
  readonly number: number; // of the level begun last, from 1; 0 before the first; blocks of experiments are none
  readonly block: ExperimentMark | null; // of the experiment that has begun, the one that runs or ran last
  readonly planned: number | null; // how many there will be; null: as many as it takes
  readonly ahead: readonly PlannedLevel[]; // listed and not begun
  readonly phase: "starting" | "warmup" | "measured" | "between" | "waiting" | "over"; // waiting: between levels longer than the plan says, paused
}

const LATE_MS = 2500; // beyond the planned pause: opening connections and the sampler take their time

/** Does the number of levels depend on what they show? */
export function isOpenEnded({ findCapacity, adaptive, rates }: Pick<Plan, "findCapacity" | "adaptive" | "rates">): boolean {
  return rates === null && (findCapacity || adaptive);
}

/** How far a session is, by its own clock: the time of what was measured last. */
export function progressOf({ plan, levels, ticks, samples, status }: Recording): Progress {
  const nowMs = Math.max(ticks.at(-1)?.atMs ?? 0, samples.at(-1)?.atMs ?? 0, levels.at(-1)?.startedMs ?? 0);
  const level = levels.find(({ state }) => state === "running") ?? null;
  const listed = plan.findCapacity && plan.rates === null ? [] : ordered(plan);
  const curve = levels.filter(({ experiment }) => experiment === undefined);
  const own = curve.filter(({ inserted }) => !inserted).length;
  const ahead = status === "running" ? listed.slice(own) : [];
  const open = isOpenEnded(plan);
  const thisOne = level === null ? 0 : Math.max(0, level.measuredToMs - nowMs);
  const wholeMs = ahead.length * levelMs(plan);
  const remainingMs =
    status !== "running" ? 0 : levels.length === 0 ? Math.max(levelMs(plan), wholeMs) - plan.cooldownMs : thisOne + wholeMs;
  const overdue = nowMs > (levels.at(-1)?.measuredToMs ?? nowMs) + plan.cooldownMs + LATE_MS;
  const plannedEndMs = nowMs + remainingMs;
  return {
    fraction: plannedEndMs > 0 ? nowMs / plannedEndMs : 0,
    remainingMs,
    plannedEndMs,
    level,
    number: curve.length,
    block: levels.at(-1)?.experiment ?? null,
    planned: open ? null : Math.max(curve.length, listed.length + curve.length - own),
    ahead,
    phase: phaseOf(status, level, levels.length, nowMs, overdue),
  };
}

function phaseOf(
  status: Recording["status"],
  level: LevelRecord | null,
  begun: number,
  nowMs: number,
  overdue: boolean,
): Progress["phase"] {
  if (status !== "running") return "over";
  if (begun === 0) return "starting";
  if (level === null) return overdue ? "waiting" : "between";
  return nowMs < level.measuredFromMs ? "warmup" : "measured";
}

/** "level 2 of 7", "level 4, searching", "level 9, sharpening", "experiment: no cookie, block 3". */
export function levelOfText({ plan }: Pick<Recording, "plan">, { number, planned, ahead, block }: Progress): string {
  if (block !== null) return `experiment: ${experiments[block.id].title.toLowerCase()}, block ${block.block + 1}`;
  if (planned !== null) return `level ${Math.min(number, planned)} of ${planned}`;
  if (plan.findCapacity) return `level ${number}, searching`;
  return ahead.length > 0 ? `level ${number} of at least ${number + ahead.length}` : `level ${number}, sharpening the knee`;
}
