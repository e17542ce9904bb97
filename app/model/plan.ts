import { z } from "zod";
import { ExperimentChoice, type ExperimentMark } from "./experiment.ts";
import { Objective } from "./objective.ts";
import { Header, HttpMethod } from "./request.ts";
import { CookieMode, Expectation, NOTHING_EXPECTED, Scenario, Users } from "./scenario.ts";
import { NO_THINK_TIME, ThinkTime } from "./thinkTime.ts";

const HOUR_MS = 3_600_000;
const MOST_CONNECTIONS = 10_000; // more than a laptop has ports and memory for; the limit is ours, and said

const MOST_PER_SECOND = 100_000; // beyond what the generator's threads can send

/**
 * What to load, how, and for how long: everything needed to repeat a run.
 * The closed model: every connection sends, waits for the answer, thinks, and sends again; every think time at every number of connections.
 * The open model, when there are `rates`: requests arrive at a rate, whatever the answers do, over as many connections as that takes.
 */
export const Plan = z.strictObject({
  url: z.string().min(1),
  method: HttpMethod.default("GET"),
  headers: z.array(Header).default([]),
  body: z.string().nullable().default(null),
  requests: Scenario.nullable().default(null), // several requests; then method, body and the url's path are left aside, headers go with every one
  users: Users.nullable().default(null), // {{column}} in path, headers and body stands for the row of the connection
  cookies: CookieMode.default("none"), // who keeps the cookies that answers set
  expect: Expectation.default(NOTHING_EXPECTED), // any other answer is an error; a step's own goes before
  connections: z.array(z.int().min(1).max(MOST_CONNECTIONS)).min(1).max(100).default([1, 2, 5, 10, 25, 50, 100]),
  thinkTimes: z.array(ThinkTime).min(1).max(20).default([NO_THINK_TIME]), // the closed model's
  rates: z.array(z.number().gt(0).max(MOST_PER_SECOND)).min(1).max(100).nullable().default(null), // arrivals per second; `connections` is left aside
  arrivals: z.enum(["poisson", "constant"]).default("poisson"), // the open model's
  maxConnections: z.int().min(1).max(MOST_CONNECTIONS).default(1000), // the open model's; arrivals beyond them queue
  seed: z.int().min(0).max(0xffff_ffff).default(1), // of pauses, arrivals and draws; fixed, so that equal plans give equal loads
  objectives: z.array(Objective).max(20).default([]), // what must hold for a load to count as carried
  findCapacity: z.boolean().default(false), // search the highest level that keeps them, beginning with the first of `connections`
  adaptive: z.boolean().default(false), // after the levels: more around the knee, longer where it is unsure
  shuffle: z.boolean().default(false), // levels in a random order of the seed, so that a drift does not look like a law
  repeatFirst: z.boolean().default(false), // the first level again at the end: has the target changed meanwhile?
  experiments: ExperimentChoice.default("none"), // after the levels, up to 20 s each
  otherUrl: z.string().min(1).nullable().default(null), // another one of the same server, for the experiment other-endpoint
  halfUrl: z.string().min(1).nullable().default(null), // asks for half the work, for the experiment half-payload
  durationMs: z
    .number()
    .min(250)
    .max(24 * HOUR_MS)
    .default(10_000), // measured, per level
  warmupMs: z.number().min(0).max(HOUR_MS).default(2_000), // per level; sent, not counted
  cooldownMs: z.number().min(0).max(HOUR_MS).default(1_000), // between levels; nothing sent
  timeoutMs: z.number().min(1).max(HOUR_MS).default(10_000), // per request
  keepAlive: z.boolean().default(true),
  sessionCookie: z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/)
    .nullable()
    .default(null), // each connection sends its own value of this cookie
  threads: z.int().min(1).max(64).default(1), // generator threads
  pid: z.int().min(1).nullable().default(null), // the target's process; null: whoever listens on the url's port
  threadDumps: z.enum(["auto", "off"]).default("auto"), // one, once throughput has gone flat, in a warm-up: it stops the target for a moment
  lab: z.strictObject({ scenario: z.string(), dose: z.int().nullable() }).nullable().default(null), // a built-in server, started for the run: the url ends with it
  allowRemote: z.boolean().default(false),
  name: z.string().max(200).default(""),
  note: z.string().max(10_000).default(""),
  tags: z.array(z.string().min(1).max(50)).max(50).default([]),
});

export type Plan = z.infer<typeof Plan>;
/** A plan as a person writes it: what is left out takes its default. */
export type PlanInput = z.input<typeof Plan>;

/** What one level does otherwise than its plan says. */
export const PlanChanges = z
  .strictObject({
    url: z.string(),
    headers: z.array(Header),
    body: z.string().nullable(),
    requests: Scenario.nullable(),
    cookies: CookieMode,
    sessionCookie: z.string().nullable(),
    keepAlive: z.boolean(),
    arrivals: z.enum(["poisson", "constant"]),
    threads: z.int(),
    warmupMs: z.number(),
  })
  .partial();
export type PlanChanges = z.infer<typeof PlanChanges>;

/** The plan as one level drives it. */
export const changed = (plan: Plan, changes: PlanChanges = {}): Plan => ({ ...plan, ...(changes as Partial<Plan>) });

/** Time one level takes when nothing is late, ms. */
export function levelMs(plan: Plan): number {
  return plan.warmupMs + plan.durationMs + plan.cooldownMs;
}

/** What makes one level of a plan different from the others. */
export interface PlannedLevel {
  readonly index: number;
  readonly connections: number; // of the open model: the most it may open
  readonly thinkTime: ThinkTime;
  readonly rateRps: number | null; // null: the closed model
  readonly durationMs: number; // measured
  readonly experiment?: ExperimentMark; // a block of an experiment, not a level of the plan
  readonly changes?: PlanChanges;
  readonly pauseMs?: number; // before it, instead of the cool-down
}

/** The levels a plan lists, think time after think time, or rate after rate. In which order they run, and what is added, app/schedule says. */
export function levelsOf(plan: Plan): PlannedLevel[] {
  const { rates, maxConnections, thinkTimes, connections, durationMs } = plan;
  if (rates !== null) {
    return rates.map((rateRps, index) => ({ index, connections: maxConnections, thinkTime: NO_THINK_TIME, rateRps, durationMs }));
  }
  return thinkTimes
    .flatMap((thinkTime) => connections.map((n) => ({ connections: n, thinkTime, rateRps: null, durationMs })))
    .map((level, index) => ({ index, ...level }));
}

/** Time the listed levels take when nothing is late, ms; a search for the capacity may take less or more. */
export function planMs(plan: Plan): number {
  return (levelsOf(plan).length + (plan.repeatFirst ? 1 : 0)) * levelMs(plan) - plan.cooldownMs;
}
