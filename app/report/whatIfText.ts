import type { Prediction, TargetModel } from "../diagnosis/models.ts";
import { counted, digits, percent } from "../diagnosis/numbers.ts";

/** What the model takes the target for, in a sentence. */
export function modelText({ places, heldSeconds, outsideSeconds, cores, cpuSeconds }: TargetModel): string {
  const pool = Number.isFinite(places)
    ? `${counted(places, "place")}, each held for ${digits(1000 * heldSeconds)} ms; ${digits(1000 * outsideSeconds)} ms outside; `
    : "";
  return `The model: ${pool}${digits(1000 * cpuSeconds)} ms of CPU a request on ${Number.isFinite(cores) ? counted(cores, "core") : "cores enough"}.`;
}

/** How far to believe a prediction, in a sentence. */
export function trustText({ modelError }: Pick<Prediction, "modelError">): string {
  return `As measured the model is off by up to ${percent(modelError)}: trust the rest no better, and only as long as nothing else becomes the limit.`;
}
