import { z } from "zod";

/** Small follow-up runs that decide between causes; what each does, app/diagnosis/experiments says. */
export const EXPERIMENT_IDS = [
  "separate-session-cookies",
  "no-cookie",
  "keep-alive-off",
  "other-endpoint",
  "half-payload",
  "repeat-first",
  "reversed-order",
  "more-generator-threads",
  "open-loop-at-0.7",
  "pause-and-repeat",
] as const;

export const ExperimentId = z.enum(EXPERIMENT_IDS);
export type ExperimentId = z.infer<typeof ExperimentId>;

/** The two loads an experiment compares: as the plan says, and with the one thing changed. */
export const Arm = z.enum(["a", "b"]);
export type Arm = z.infer<typeof Arm>;

/** Says that a level is a block of an experiment: it is no part of the session's curve. `block`: its place in the experiment, from 0. */
export const ExperimentMark = z.strictObject({ id: ExperimentId, arm: Arm, block: z.int().min(0) });
export type ExperimentMark = z.infer<typeof ExperimentMark>;

/** Which experiments follow the levels; auto: up to two of those that would decide between the leading causes. */
export const ExperimentChoice = z.union([z.enum(["none", "auto"]), z.array(ExperimentId).min(1)]);
export type ExperimentChoice = z.infer<typeof ExperimentChoice>;
