import { z } from "zod";
import { ExperimentMark } from "./experiment.ts";
import { Diagnosis, VerdictId } from "./finding.ts";
import { HostFacts } from "./host.ts";
import { LevelTotals } from "./levelTotals.ts";
import { Plan, PlanChanges } from "./plan.ts";
import { Sample } from "./sample.ts";
import { NO_THINK_TIME, ThinkTime } from "./thinkTime.ts";
import { ThreadDump } from "./threadDump.ts";
import { Tick } from "./tick.ts";

export const SessionId = z.string().regex(/^[a-z0-9-]{4,40}$/);

/** `running` is only ever seen live: a session found running when a store is opened was interrupted. */
export const SessionStatus = z.enum(["running", "finished", "stopped", "interrupted", "failed", "imported"]);
export type SessionStatus = z.infer<typeof SessionStatus>;

/** One level as it was driven. Times in ms from the start of the session; null: not reached. */
export const LevelRecord = z.strictObject({
  index: z.int().min(0),
  connections: z.int().min(1), // of the open model: the most it may open
  thinkTime: ThinkTime.default(NO_THINK_TIME),
  rateRps: z.number().nullable().default(null), // arrivals per second; null: the closed model
  inserted: z.boolean().default(false), // asked for while the session ran, beside the plan
  experiment: ExperimentMark.optional(), // a block of one, after the levels of the plan
  changes: PlanChanges.optional(), // what it did otherwise than the plan
  startedMs: z.number(), // warm-up begins; the connections are open by then
  measuredFromMs: z.number(),
  measuredToMs: z.number(), // planned end while it runs, the real one afterwards
  state: z.enum(["running", "complete", "stopped", "skipped"]),
  totals: LevelTotals.optional(), // of a level that another tool measured: it has no ticks
  answersPerConnection: z.array(z.int().min(0)).optional(), // in the measured window, by connection; known when the level is over
});
export type LevelRecord = z.infer<typeof LevelRecord>;

/** Something a person noted while the session ran, at its place in time. */
export const Annotation = z.strictObject({ atMs: z.number().min(0), text: z.string().min(1).max(1000) });
export type Annotation = z.infer<typeof Annotation>;

/** All that was measured in one session. Nothing in Plateau is shown that cannot be computed from this. */
export const Recording = z.strictObject({
  id: SessionId,
  name: z.string(),
  status: SessionStatus,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  plateauVersion: z.string(),
  plan: Plan,
  host: HostFacts,
  failure: z.string().nullable(), // why it failed, for people
  warnings: z.array(z.string()), // what was odd about the target before the load began
  levels: z.array(LevelRecord),
  ticks: z.array(Tick),
  samples: z.array(Sample),
  annotations: z.array(Annotation).default([]),
  dumps: z.array(ThreadDump).optional(), // left out: none was taken
});
export type Recording = z.infer<typeof Recording>;

/** A session without what was measured in it: a few kB, however long it runs. */
export type Session = Omit<Recording, "ticks" | "samples">;

/** What happens in a session, in order. A recording is the sum of its events, live and in replay. */
export const SessionEvent = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("started"), recording: Recording }), // without levels, ticks and samples yet
  z.strictObject({ kind: z.literal("level"), level: LevelRecord }), // begun, or changed
  z.strictObject({ kind: z.literal("progress"), ticks: z.array(Tick), samples: z.array(Sample) }),
  z.strictObject({ kind: z.literal("annotation"), annotation: Annotation }),
  z.strictObject({ kind: z.literal("dump"), dump: ThreadDump }),
  z.strictObject({ kind: z.literal("diagnosis"), diagnosis: Diagnosis }),
  z.strictObject({ kind: z.literal("ended"), status: SessionStatus, finishedAt: z.iso.datetime(), failure: z.string().nullable() }),
]);
export type SessionEvent = z.infer<typeof SessionEvent>;

/** The line of a session in a list. */
export const SessionSummary = z.strictObject({
  id: SessionId,
  name: z.string(),
  status: SessionStatus,
  startedAt: z.iso.datetime(),
  url: z.string(),
  verdict: z.strictObject({ id: VerdictId, title: z.string(), confidence: z.number() }).nullable(),
  validity: z.enum(["valid", "doubtful", "invalid"]).optional(), // of the session; left out: not judged yet
  curve: z.array(z.strictObject({ connections: z.number(), throughputRps: z.number() })),
});
export type SessionSummary = z.infer<typeof SessionSummary>;

/** The recording after one more event; the one given is left as it was. */
export function withEvent(recording: Recording, event: SessionEvent): Recording {
  if (event.kind === "started") return event.recording;
  if (event.kind !== "progress") return { ...recording, ...sessionWithEvent(recording, event) };
  return { ...recording, ticks: recording.ticks.concat(event.ticks), samples: recording.samples.concat(event.samples) };
}

/** The same of the session alone: ticks and samples do not change it. */
export function sessionWithEvent(session: Session, event: SessionEvent): Session {
  switch (event.kind) {
    case "started":
      return event.recording;
    case "level": {
      const levels = session.levels.filter((level) => level.index !== event.level.index);
      return { ...session, levels: [...levels, event.level].sort((a, b) => a.index - b.index) };
    }
    case "annotation":
      return { ...session, annotations: [...session.annotations, event.annotation] };
    case "dump":
      return { ...session, dumps: [...(session.dumps ?? []), event.dump] };
    case "ended":
      return { ...session, status: event.status, finishedAt: event.finishedAt, failure: event.failure };
    case "progress":
    case "diagnosis":
      return session;
  }
}
