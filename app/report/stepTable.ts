import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { digits } from "../diagnosis/numbers.ts";
import type { StepSummary } from "../diagnosis/stepSummary.ts";
import { failures } from "./levelTable.ts";

/** A column of the table of a level's steps. */
interface StepColumn {
  readonly title: string;
  readonly unit: string;
  text(step: StepSummary): string;
}

/** The table of a scenario's steps, the same on the terminal and in reports. */
export const stepColumns: readonly StepColumn[] = [
  { title: "step", unit: "", text: ({ name }) => name },
  { title: "requests", unit: "", text: ({ requests }) => String(requests) },
  { title: "throughput", unit: "req/s", text: ({ throughputRps }) => digits(throughputRps) },
  { title: "p50", unit: "ms", text: ({ latencyMs }) => digits(latencyMs.p50) },
  { title: "p90", unit: "ms", text: ({ latencyMs }) => digits(latencyMs.p90) },
  { title: "p99", unit: "ms", text: ({ latencyMs }) => digits(latencyMs.p99) },
  { title: "errors", unit: "", text: (step) => String(failures(step)) },
];

/** The level whose steps are worth reading first, the last one; null without a scenario. */
export function levelOfSteps(levels: readonly LevelSummary[]): LevelSummary | null {
  const last = levels.at(-1);
  return last === undefined || last.steps.length === 0 ? null : last;
}
