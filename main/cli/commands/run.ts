import type { Plan } from "../../../app/model/plan.ts";
import { Engine } from "../../engine/engine.ts";
import { plansByTurns, runByTurns } from "../byTurns.ts";
import { failOn, type RunOptions as PlanOptions, planOf, usage } from "../options.ts";
import { type JsonOption, note, plain } from "../output.ts";
import { runPlan, type ShowOptions } from "../runPlan.ts";
import { openStore, type StoreOption } from "../store.ts";

export interface RunCommandOptions extends PlanOptions, StoreOption {
  readonly json?: JsonOption;
  readonly report?: string;
  readonly failOn?: string;
  readonly against?: string;
  readonly progress: boolean;
  readonly quiet?: boolean;
}

export async function run(url: string | undefined, options: RunCommandOptions): Promise<number> {
  // `--json http://...` takes the url for its file: nobody saves to a file of that name.
  const swapped = url === undefined && typeof options.json === "string" && /^(https?:\/\/|http\+unix:\/\/|unix:\/)/.test(options.json);
  const target = swapped ? (options.json as string) : url;
  const plan = planOf(target, options, (text) => note(`Note: ${plain(text)}`));
  const show = showOptions(swapped ? { ...options, json: true } : options);
  if (options.against !== undefined) return runAgainst(plan, options.against, options, show);
  const engine = new Engine(openStore(options));
  try {
    return await runPlan(engine, plan, show);
  } finally {
    await engine.close();
  }
}

async function runAgainst(plan: Plan, against: string, options: RunCommandOptions, show: ShowOptions): Promise<number> {
  if (show.failOn.length > 0)
    throw usage(`--fail-on ${options.failOn}`, "two sessions are compared, not one judged", "--against without it");
  const plans = plansByTurns(plan, planOf(against, options).url);
  const store = openStore(options);
  try {
    return await runByTurns(store, plans, show);
  } finally {
    store.close();
  }
}

export function showOptions(options: RunCommandOptions): ShowOptions {
  if (options.report !== undefined && !/\.html?$/.test(options.report)) {
    throw usage(`--report ${options.report}`, "this kind of report is not made", "a file name that ends in .html");
  }
  return {
    failOn: failOn(options.failOn),
    progress: options.progress && options.quiet !== true,
    quiet: options.quiet === true,
    ...(options.json === undefined ? {} : { json: options.json }),
    ...(options.report === undefined ? {} : { report: options.report }),
  };
}
