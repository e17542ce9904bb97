import type { Arm, ExperimentId } from "../../model/experiment.ts";
import type { FindingId } from "../../model/finding.ts";
import type { PlannedLevel } from "../../model/plan.ts";
import type { LevelSummary } from "../levelSummary.ts";
import type { Observations } from "../observe.ts";
import type { Comparison } from "./comparison.ts";

/** One block of an experiment, ready to be driven; a level but for its place in the session. */
export interface Block extends Omit<PlannedLevel, "index" | "experiment"> {
  readonly arm: Arm;
}

/** What an outcome says of a finding. `ratio`: how much likelier the outcome is if the finding is true than if it is not. */
export interface Effect {
  readonly finding: FindingId;
  readonly ratio: number; // above 1 it confirms, below it refutes
}

/** The blocks that were measured, in the order they ran. */
export type Measured = Readonly<Record<Arm, readonly LevelSummary[]>>;

export interface Judged {
  readonly comparison: Comparison | null;
  readonly metric: string;
  readonly text: string; // one or two sentences with the numbers in them
  readonly effects: readonly Effect[];
}

/** A small follow-up run of up to 20 s that decides between causes. One question, one file. */
export interface ExperimentDesign {
  readonly id: ExperimentId;
  readonly title: string;
  readonly explanation: string; // the handbook: what it does, and what it tells apart
  readonly arms: Readonly<Record<Arm, string>>; // what each sends, after "with": "one cookie for all"
  /** Findings it speaks of. */
  readonly about: readonly FindingId[];
  /** Why it cannot be run here, after "not possible: "; null: it can. */
  obstacle(o: Observations): string | null;
  /** In the order they run. The same observations give the same blocks. */
  blocks(o: Observations): readonly Block[];
  judge(measured: Measured, o: Observations): Judged;
}

// Likelihood ratios. An experiment that changes one thing at a time can hardly come out so by chance, and its reading can be wrong in few ways.
export const DECISIVE = 50; // takes a confidence of 0.6 to 0.99, and one of 0.9 below 0.2 when it speaks against
export const STRONG = 10;
export const HINT = 3; // the outcome is what the finding predicts, and some others do too

export const confirms = (ratio: number, ...findings: readonly FindingId[]): Effect[] => findings.map((finding) => ({ finding, ratio }));
export const refutes = (ratio: number, ...findings: readonly FindingId[]): Effect[] =>
  findings.map((finding) => ({ finding, ratio: 1 / ratio }));
