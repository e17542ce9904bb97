import { z } from "zod";
import { ExperimentId } from "../model/experiment.ts";
import { LabScenario } from "../model/lab.ts";
import { Plan } from "../model/plan.ts";
import { Recording, SessionEvent, SessionId, SessionSummary } from "../model/recording.ts";

const About = z.strictObject({
  version: z.string(),
  node: z.string(),
  platform: z.string(),
  cores: z.int(),
  store: z.string(), // where sessions are saved
  running: SessionId.nullable(),
});

/** Every question the interface may ask the engine. Nothing else crosses the channel. */
export const calls = {
  "engine:about": { input: z.null(), output: About },
  "lab:list": { input: z.null(), output: z.array(LabScenario) },
  "session:list": { input: z.null(), output: z.array(SessionSummary) },
  "session:open": { input: SessionId, output: Recording },
  "session:delete": { input: SessionId, output: z.null() },
  "session:restore": { input: SessionId, output: z.null() }, // takes back a delete
  "session:report": { input: SessionId, output: z.string() }, // one HTML page that stands alone
  "run:start": { input: Plan, output: SessionId },
  "run:demo": { input: z.strictObject({ scenario: z.string(), dose: z.int().min(1).max(256).nullable() }), output: SessionId },
  "run:experiment": {
    input: z.strictObject({
      session: SessionId, // that suggests it
      experiment: ExperimentId,
      otherUrl: z.string().min(1).nullable().default(null), // for those that ask one
      halfUrl: z.string().min(1).nullable().default(null),
    }),
    output: SessionId, // a session of its own: the levels that show the cause again, then the experiment
  },
  "run:stop": { input: SessionId, output: z.null() }, // keeps everything measured so far
  "run:skip": { input: SessionId, output: z.null() }, // ends the current level, goes on with the next
  "run:pause": { input: SessionId, output: z.null() }, // after the current level, until it is resumed
  "run:resume": { input: SessionId, output: z.null() },
  "run:connections": { input: z.strictObject({ id: SessionId, connections: z.int().min(1).max(10_000) }), output: z.null() }, // ends the level, goes on with one of so many
  "run:annotate": { input: z.strictObject({ id: SessionId, text: z.string().min(1).max(1000) }), output: z.null() },
} satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

/** What the engine tells unasked, at most four times a second. */
export const events = {
  "session:event": z.strictObject({ sessionId: SessionId, event: SessionEvent }),
} satisfies Record<string, z.ZodType>;

export type Call = keyof typeof calls;
/** As the interface writes it: what has a default may be left out. */
export type Input<C extends Call> = z.input<(typeof calls)[C]["input"]>;
export type Output<C extends Call> = z.infer<(typeof calls)[C]["output"]>;
export type EventName = keyof typeof events;
export type EventOf<E extends EventName> = z.infer<(typeof events)[E]>;
export type About = z.infer<typeof About>;
