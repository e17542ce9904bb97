import { EXPERIMENT_IDS, type ExperimentChoice, ExperimentId } from "../../app/model/experiment.ts";
import type { PlanInput } from "../../app/model/plan.ts";
import { besideUrl } from "../../app/requests/besideUrl.ts";
import { usage } from "./usage.ts";

/** The options that say what follows the levels, to decide between causes. */
export interface ExperimentOptions {
  readonly experiments?: string;
  readonly otherUrl?: string;
  readonly halfUrl?: string;
  readonly rate?: string;
}

/** @throws PlateauError PLAN_INVALID for experiments that could not be run, or urls that none would ask */
export function experimentsTyped(url: string, { experiments, otherUrl, halfUrl, rate }: ExperimentOptions): Partial<PlanInput> {
  const choice = experiments === undefined ? "none" : choiceOf(experiments);
  const wants = (id: ExperimentId): boolean => choice === "auto" || (choice !== "none" && choice.includes(id));
  if (choice !== "none" && rate !== undefined)
    throw usage(`--experiments ${experiments}`, "with --rate there is no plateau to explain", "--connections, or leave it out");
  const beside = (option: string, typed: string | undefined, id: ExperimentId): string | undefined => {
    if (typed === undefined) return undefined;
    if (!wants(id)) throw usage(`${option} ${typed}`, "no experiment asks it", `--experiments ${id}, or auto`);
    if (besideUrl(url, typed) === null)
      throw usage(`${option} ${typed}`, "not a url of the same server", `a path such as /health, or a whole url`);
    return typed;
  };
  const other = beside("--other-url", otherUrl, "other-endpoint");
  const half = beside("--half-url", halfUrl, "half-payload");
  if (choice !== "auto" && wants("other-endpoint") && other === undefined)
    throw usage("--experiments other-endpoint", "there is no other url to ask", "--other-url /health, say");
  return {
    ...(choice === "none" ? {} : { experiments: choice }),
    ...(other === undefined ? {} : { otherUrl: other }),
    ...(half === undefined ? {} : { halfUrl: half }),
  };
}

function choiceOf(text: string): ExperimentChoice {
  if (text === "none" || text === "auto") return text;
  const ids = text.split(",").map((part) => part.trim());
  return ids.map((id) => {
    const known = ExperimentId.safeParse(id);
    if (!known.success)
      throw usage(`--experiments ${text}`, `"${id}" is not an experiment`, `none, auto, or of ${EXPERIMENT_IDS.join(", ")}`);
    return known.data;
  });
}
