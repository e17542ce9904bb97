import type { BottleneckId, Candidate, Evidence, Experiment, FindingId } from "../model/finding.ts";
import type { Observations } from "./observe.ts";

/** What a rule concludes. Three outcomes, never two: not knowing is a result, and says what is missing. */
export type Judgement =
  | {
      readonly outcome: "present";
      readonly confidence: number; // 0..1
      readonly summary: string; // the sentence a colleague would say, with the numbers in it
      readonly evidence: readonly Evidence[];
      readonly levels?: readonly number[]; // indices; left out: the plateau's
      readonly candidates?: readonly Candidate[];
      readonly advice?: readonly string[]; // beside the rule's own
      readonly experiments?: readonly Experiment[];
    }
  | { readonly outcome: "absent"; readonly evidence: readonly Evidence[] }
  | { readonly outcome: "no-data"; readonly missing: string };

/** One cause, one file. Rules do not know each other; diagnose.ts ranks them. */
export interface Rule {
  readonly id: FindingId;
  readonly title: string;
  readonly severity: "info" | "warning" | "critical";
  readonly explanation: string; // the handbook: what it is, how it shows, what it is confused with
  readonly advice: readonly string[];
  judge(observations: Observations): Judgement;
}

/** A cause that can be the verdict. */
export interface BottleneckRule extends Rule {
  readonly id: BottleneckId;
}

type Fact = Omit<Evidence, "speaks">;

export const absent = (...evidence: readonly Fact[]): Judgement => ({
  outcome: "absent",
  evidence: evidence.map((fact) => ({ ...fact, speaks: "against" })),
});
export const noData = (missing: string): Judgement => ({ outcome: "no-data", missing });
export const supports = (fact: Fact): Evidence => ({ ...fact, speaks: "for" });
export const contradicts = (fact: Fact): Evidence => ({ ...fact, speaks: "against" });
/** `id`: of app/model/experiment.ts where Plateau can run it; another one where only people can. */
export const suggested = (id: string, text: string): Experiment => ({ id, status: "suggested", verdict: null, text });
