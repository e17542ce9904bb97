import type { FindingId, VerdictId } from "../../../app/model/finding.ts";
import type { PlanInput } from "../../../app/model/plan.ts";

/** What a target counted itself, by its own means: the proof that it was sick, and of what. */
export type Proof = Readonly<Record<string, number | string>>;

/** A target that runs. It ends with `stop()` or with this process, whichever comes first. */
export interface StagedTarget {
  readonly url: string;
  readonly plan: Partial<PlanInput>; // what a plan must send for the disease to show
  proof(): Promise<Proof>;
  stop(): Promise<void>;
}

/** A target with a known disease, or a healthy one, and the verdicts that are right about it. */
export interface Case {
  readonly id: string; // "connection-pool/4"
  readonly right: readonly [VerdictId, ...VerdictId[]]; // the first says most; the others are true as well, and say less
  readonly warning?: FindingId; // should be warned of besides
  readonly software: string; // "Node", "PHP 8 sessions"
  readonly plan?: Partial<PlanInput>;
  readonly missing?: string | null; // what this machine lacks to stage it
  start(): Promise<StagedTarget>;
}
