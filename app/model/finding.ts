import { z } from "zod";
import { ExperimentId } from "./experiment.ts";

export const BOTTLENECK_IDS = [
  "connection-pool",
  "worker-pool",
  "concurrency-limit",
  "session-lock",
  "serialised",
  "single-threaded-cpu",
  "cpu-saturated",
  "thread-thrash",
  "memory-pressure",
  "disk-wait",
  "steal",
  "rate-limit",
  "accept-queue",
  "port-exhaustion",
  "bandwidth",
  "downstream-timeout",
  "generator-saturated",
  "errors-dominate",
] as const;
export const WARNING_IDS = [
  "co-located",
  "warmup",
  "drift",
  "periodic-stall",
  "bimodal-latency",
  "coordinated-omission",
  "too-short",
  "noisy",
  "uniform-requests",
  "delayed-ack",
  "unfair",
  "mean-misleads",
  "keep-alive-off",
  "unrealistic-think-time",
] as const;

export const BottleneckId = z.enum(BOTTLENECK_IDS);
export const FindingId = z.enum([...BOTTLENECK_IDS, ...WARNING_IDS]);
export const VerdictId = z.enum([...BOTTLENECK_IDS, "healthy", "inconclusive"]);
export type BottleneckId = z.infer<typeof BottleneckId>;
export type FindingId = z.infer<typeof FindingId>;
export type VerdictId = z.infer<typeof VerdictId>;

/** One fact a rule relies on. `speaks`: for the finding, or against it; both are shown. */
export const Evidence = z.strictObject({
  metric: z.string(), // the signal's name, unit at its end: "hostIdlePercent"
  observed: z.union([z.number(), z.string()]),
  expected: z.string(), // what would have been seen if the finding were true (or false, when it speaks against)
  text: z.string(), // one sentence with the number in it
  speaks: z.enum(["for", "against"]),
});
export type Evidence = z.infer<typeof Evidence>;

/** A setting of well-known software whose default matches what was measured. */
export const Candidate = z.strictObject({ software: z.string(), setting: z.string(), value: z.string(), source: z.string() });
export type Candidate = z.infer<typeof Candidate>;

export const Experiment = z.strictObject({
  id: z.string(),
  status: z.enum(["suggested", "running", "done"]),
  verdict: z.enum(["confirms", "refutes", "inconclusive"]).nullable(),
  text: z.string(),
});
export type Experiment = z.infer<typeof Experiment>;

export const Finding = z.strictObject({
  id: FindingId,
  title: z.string(),
  severity: z.enum(["info", "warning", "critical"]),
  confidence: z.number().min(0).max(1),
  levels: z.array(z.int()), // indices of the levels it speaks of
  summary: z.string(),
  evidence: z.array(Evidence),
  candidates: z.array(Candidate),
  advice: z.array(z.string()),
  experiments: z.array(Experiment),
});
export type Finding = z.infer<typeof Finding>;

export const Verdict = z.strictObject({ id: VerdictId, title: z.string(), summary: z.string(), confidence: z.number().min(0).max(1) });
export type Verdict = z.infer<typeof Verdict>;

/** A number with its 95 % interval. */
export const Estimate = z.strictObject({ value: z.number(), low: z.number(), high: z.number() });
export type Estimate = z.infer<typeof Estimate>;

/** How an experiment of the session came out. */
export const ExperimentOutcome = z.strictObject({
  id: ExperimentId,
  title: z.string(),
  status: z.enum(["done", "not-possible"]),
  arms: z.strictObject({ a: z.string(), b: z.string() }), // what each sent, for people
  blocks: z.int(), // that could be used
  metric: z.string().nullable(), // what was compared, unit at its end; null: nothing was
  a: z.number().nullable(), // median of the seconds, or of what was compared
  b: z.number().nullable(),
  shift: Estimate.nullable(), // from a to b, as a share of a (Hodges-Lehmann)
  a12: z.number().nullable(), // probability that a value of b is above one of a (Vargha and Delaney)
  text: z.string(), // what came out, with the numbers in it; or why it was not possible
  effects: z.array(z.strictObject({ finding: FindingId, verdict: z.enum(["confirms", "refutes"]) })), // none: it decided nothing
});
export type ExperimentOutcome = z.infer<typeof ExperimentOutcome>;

/** What a rule that said nothing was missing, so that "inconclusive" can say what to do. */
const NoData = z.strictObject({ id: FindingId, missing: z.string() });

export const Plateau = z.strictObject({
  from: z.int(), // index of its first level, ordered by connections
  levels: z.array(z.int()),
  throughputRps: Estimate,
  knee: Estimate.nullable(), // connections at which growth stops
});
export type Plateau = z.infer<typeof Plateau>;

/** Everything diagnosis says of a session; recomputed from the recording, never edited. */
export const Diagnosis = z.strictObject({
  rules: z.string(), // version of the rule set
  verdict: Verdict,
  findings: z.array(Finding), // most confident first
  noData: z.array(NoData),
  plateau: Plateau.nullable(),
  effectiveParallelism: Estimate.nullable(),
  experiments: z.array(ExperimentOutcome).default([]), // those that were run, or asked for
});
export type Diagnosis = z.infer<typeof Diagnosis>;
