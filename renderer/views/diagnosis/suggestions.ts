import { experiments } from "../../../app/diagnosis/experiments/index.ts";
import { ExperimentId } from "../../../app/model/experiment.ts";
import type { Diagnosis } from "../../../app/model/finding.ts";

/** An experiment that would decide something here, and that Plateau can run. */
export interface Suggestion {
  readonly id: ExperimentId;
  readonly title: string;
  readonly text: string; // of the most likely finding that suggests it
  readonly speaksOf: readonly string[]; // titles of findings
  readonly asks: "otherUrl" | "halfUrl" | null; // what it needs to be told first
}

/** One that only people can run. */
interface ByHand {
  readonly id: string;
  readonly text: string;
  readonly speaksOf: readonly string[];
}

const ASKS: Partial<Record<ExperimentId, "otherUrl" | "halfUrl">> = { "other-endpoint": "otherUrl", "half-payload": "halfUrl" };

/** What the findings suggest and nobody has done yet, each once: those of the likeliest finding first. */
export function suggestionsOf({ findings, experiments: outcomes }: Diagnosis): {
  readonly runnable: readonly Suggestion[];
  readonly byHand: readonly ByHand[];
} {
  const done = new Set<string>(outcomes.flatMap(({ id, status }) => (status === "done" ? [id] : [])));
  const runnable = new Map<string, Suggestion>();
  const byHand = new Map<string, ByHand>();
  for (const finding of findings) {
    for (const { id, status, text } of finding.experiments) {
      if (status !== "suggested" || done.has(id)) continue;
      const known = ExperimentId.safeParse(id);
      if (!known.success) {
        byHand.set(id, { id, text, speaksOf: [...(byHand.get(id)?.speaksOf ?? []), finding.title] });
      } else if (!runnable.has(id)) {
        const { title, about } = experiments[known.data];
        const speaksOf = findings.filter((each) => each === finding || about.includes(each.id)).map((each) => each.title);
        runnable.set(id, { id: known.data, title, text, speaksOf, asks: ASKS[known.data] ?? null });
      }
    }
  }
  return { runnable: [...runnable.values()], byHand: [...byHand.values()] };
}
