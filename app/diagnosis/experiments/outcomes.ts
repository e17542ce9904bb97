import { EXPERIMENT_IDS, type ExperimentId } from "../../model/experiment.ts";
import type { ExperimentOutcome, Finding } from "../../model/finding.ts";
import type { LevelSummary } from "../levelSummary.ts";
import type { Observations } from "../observe.ts";
import type { Effect, ExperimentDesign, Measured } from "./experiment.ts";
import { experiments } from "./index.ts";

/** What one experiment came to, and what it says of the findings. */
export interface Outcome {
  readonly told: ExperimentOutcome;
  readonly effects: readonly Effect[];
}

const LEAST = 0.02; // no experiment makes us surer than this,
const MOST = 0.97; // either way: the target may have changed, or the reading be wrong

/** Every experiment whose blocks are all measured, in the order they ran, and those that were asked for by name and are not possible. `blocks`: the levels marked as such. */
export function outcomesOf(o: Observations, blocks: readonly LevelSummary[]): Outcome[] {
  const ran = [...new Set(blocks.flatMap(({ experiment }) => experiment?.id ?? []))];
  const { experiments: choice } = o.plan;
  const asked = Array.isArray(choice) ? choice.filter((id) => !ran.includes(id)) : [];
  return [
    ...ran.flatMap((id) => judged(experiments[id], o, ofExperiment(blocks, id)) ?? []),
    ...asked.flatMap((id) => refused(experiments[id], o) ?? []),
  ];
}

function ofExperiment(blocks: readonly LevelSummary[], id: ExperimentId): Measured {
  const arm = (wanted: "a" | "b") => blocks.filter(({ experiment }) => experiment?.id === id && experiment.arm === wanted);
  return { a: arm("a"), b: arm("b") };
}

/** Null while it is not over: what half an experiment says may be undone by the other half. */
function judged(design: ExperimentDesign, o: Observations, measured: Measured): Outcome | null {
  const planned = design.blocks(o).length;
  const blocks = measured.a.length + measured.b.length;
  if (blocks < planned) return null;
  const { comparison, metric, text, effects } = design.judge(measured, o);
  const told: ExperimentOutcome = {
    id: design.id,
    title: design.title,
    status: "done",
    arms: { ...design.arms },
    blocks,
    metric: comparison === null ? null : metric,
    a: comparison?.a ?? null,
    b: comparison?.b ?? null,
    shift: comparison?.shift ?? null,
    a12: comparison?.a12 ?? null,
    text,
    effects: effects.map(({ finding, ratio }) => ({ finding, verdict: ratio > 1 ? "confirms" : "refutes" })),
  };
  return { told, effects };
}

function refused(design: ExperimentDesign, o: Observations): Outcome | null {
  const obstacle = design.obstacle(o);
  if (obstacle === null) return null; // yet to come
  const { id, title, arms } = design;
  const nothing = { blocks: 0, metric: null, a: null, b: null, shift: null, a12: null, effects: [] };
  return { told: { id, title, status: "not-possible", arms: { ...arms }, ...nothing, text: `Not possible: ${obstacle}.` }, effects: [] };
}

/** A finding after the experiments: more or less likely, and saying why. */
export function afterExperiments(finding: Finding, outcomes: readonly Outcome[]): Finding {
  return outcomes.reduce(afterOne, finding);
}

function afterOne(finding: Finding, { told, effects }: Outcome): Finding {
  const { id, status, text } = told;
  const effect = effects.find((each) => each.finding === finding.id);
  const suggested = finding.experiments.some((each) => each.id === id);
  if (status !== "done" || (effect === undefined && !suggested)) return finding;
  const verdict = effect === undefined ? ("inconclusive" as const) : effect.ratio > 1 ? ("confirms" as const) : ("refutes" as const);
  const done = { id, status, verdict, text };
  const says = { confirms: ` ${text}`, refutes: ` The experiment ${id} refutes it.`, inconclusive: "" }; // the rival that gains tells it in full
  return {
    ...finding,
    confidence: effect === undefined ? finding.confidence : moved(finding.confidence, effect.ratio),
    summary: finding.summary + says[verdict],
    experiments: suggested ? finding.experiments.map((each) => (each.id === id ? done : each)) : [...finding.experiments, done],
  };
}

/** Bayes' rule in odds: the confidence before the experiment, and how much likelier its outcome is if the finding is true. */
function moved(confidence: number, ratio: number): number {
  if (confidence === 1) return 1; // a fact, no suspicion
  const odds = (confidence / (1 - confidence)) * ratio;
  return Math.round(100 * Math.min(MOST, Math.max(LEAST, odds / (1 + odds)))) / 100;
}

/** How many experiments `--experiments auto` runs at most. */
export const MOST_AUTOMATIC = 2;
const SETTLED = 0.9; // a leading cause this sure needs no experiment

/**
 * The experiment that follows by itself: one that the leading finding or its runner-up suggests, that is possible without further
 * input, and that speaks of one of the two, best of both. Null when nothing needs deciding. `ran`: those that have been begun.
 */
export function automatic(o: Observations, causes: readonly Finding[], ran: readonly ExperimentId[]): ExperimentId | null {
  const leading = causes.slice(0, 2);
  const [first] = leading;
  if (first === undefined || first.confidence >= SETTLED || ran.length >= MOST_AUTOMATIC) return null;
  const suggested = leading.flatMap((finding) => finding.experiments.filter(({ status }) => status === "suggested").map(({ id }) => id));
  const spokenOf = (id: ExperimentId): number => leading.filter((finding) => experiments[id].about.includes(finding.id)).length;
  const possible = EXPERIMENT_IDS.filter(
    (id) => suggested.includes(id) && !ran.includes(id) && spokenOf(id) > 0 && experiments[id].obstacle(o) === null,
  );
  return possible.toSorted((a, b) => spokenOf(b) - spokenOf(a) || suggested.indexOf(a) - suggested.indexOf(b))[0] ?? null;
}
