import { z } from "zod";

/** Length of a tick, ms. The last tick of a window may be shorter. */
export const TICK_MS = 250;

/**
 * Requests that failed, by how. `status`: an answer of 400 or above, or not of those expected; `body`: an answer with the wrong text.
 * `connect`, `send`, `receive`: the socket failed while connecting, writing, or before the answer was whole.
 */
export const ErrorCounts = z.strictObject({
  connect: z.int(),
  send: z.int(),
  receive: z.int(),
  timeout: z.int(),
  status: z.int(),
  body: z.int(),
});
export type ErrorCounts = z.infer<typeof ErrorCounts>;

export const noErrors = (): ErrorCounts => ({ connect: 0, send: 0, receive: 0, timeout: 0, status: 0, body: 0 });

/** Latencies of one tick: a sparse histogram (see statistics/latencyHistogram.ts) and exact sums, µs. */
export const Latencies = z.strictObject({
  /** Bucket number (as distance from the one before), count, bucket number, count, ... */
  buckets: z.array(z.int()),
  count: z.int(),
  sumUs: z.number(),
  sumOfSquaresUs2: z.number(),
  minUs: z.number(), // 0 when count is 0
  maxUs: z.number(),
});
export type Latencies = z.infer<typeof Latencies>;

/** What the generator's threads cost in a tick: is the measuring tool the bottleneck? */
const GeneratorReading = z.strictObject({
  cpuMs: z.number(), // all load threads together
  busiestThreadCpuMs: z.number(),
  loopDelayP99Ms: z.number(), // worst thread; how late the event loop came back
  waitedMs: z.number().optional(), // worst thread; ready to run, and no CPU to run on; left out where the system does not tell
});

/** Think times that ended in a tick, as they really were: from the last byte of an answer to the word to send. */
const Pauses = z.strictObject({ count: z.int(), sumUs: z.number() });

/** What one step of a scenario saw in a tick; as in the tick itself. */
const StepReading = z.strictObject({
  step: z.int().min(0), // its place in the plan's requests
  requests: z.int(),
  errors: ErrorCounts, // connect: none, as no request has begun then
  latencies: Latencies,
});

/** Good answers whose headers tell whether a cache had them; the others are in neither. Part of the tick's `latencies`. */
const CacheReading = z.strictObject({ hits: Latencies, misses: Latencies });

/** What only the open model has. `offered` = `sent` + `dropped` + what more is queued than before the tick. */
const OpenReading = z.strictObject({
  offered: z.int(), // arrivals whose intended time lies in the tick
  dropped: z.int(), // never sent: the queue was full, or the window over
  queued: z.int(), // at the end of the tick: arrived, and not sent yet
  boundReached: z.int(), // arrivals that found every connection busy and none left to open
  connections: z.int(), // open or opening at the end of the tick
  /** From the intended time of sending to the end of the answer; as `latencies`, which count from the real time. */
  responseLatencies: Latencies,
});

/**
 * What the load saw in one slice of time. A request belongs to the tick in which it ended.
 * `atMs` counts from the start of the session, as do the times of samples and levels.
 */
export const Tick = z.strictObject({
  level: z.int().min(0),
  phase: z.enum(["warmup", "measured"]),
  atMs: z.number(), // when the tick began
  durationMs: z.number(),
  sent: z.int(),
  requests: z.int(), // answers received in full, of whatever status
  errors: ErrorCounts,
  statusCodes: z.record(z.string(), z.int()),
  bytesSent: z.number(),
  bytesReceived: z.number(),
  connects: z.int(),
  connectSumUs: z.number(), // time spent connecting; never part of a latency
  lost: z.int(), // requests in flight when the server closed the connection under them
  inFlight: z.int(), // at the end of the tick
  /** Answers that were good, plus timeouts at the timeout's value: leaving those out would flatter. */
  latencies: Latencies,
  /** Answers that were errors (`status`, `body`): kept apart, since fast failures flatter too. */
  failedLatencies: Latencies,
  generator: GeneratorReading,
  pauses: Pauses.optional(), // closed model with think time
  open: OpenReading.optional(), // open model
  steps: z.array(StepReading).optional(), // of a scenario; those in which something ended
  caches: CacheReading.optional(), // left out where no answer told
});
export type Tick = z.infer<typeof Tick>;
