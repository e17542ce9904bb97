import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Plan } from "../../../app/model/plan.ts";
import { demoPlan } from "../../engine/answers.ts";
import { Engine } from "../../engine/engine.ts";
import { scenarios, startTarget } from "../../lab/lab.ts";
import { planOf, usage, wholeNumber } from "../options.ts";
import { note } from "../output.ts";
import { runPlan } from "../runPlan.ts";
import { openStore } from "../store.ts";
import { type RunCommandOptions, showOptions } from "./run.ts";

/** Runs Plateau against one of its own sick servers. Without a name: lists them, and runs the first. */
export async function demo(name: string | undefined, options: RunCommandOptions & { readonly dose?: string }): Promise<number> {
  const show = showOptions(options);
  const dose = options.dose === undefined ? null : wholeNumber("--dose", options.dose);
  if (dose === 0) throw usage("--dose 0", "nothing would be let through", "1 or more");
  if (name === undefined && !show.quiet) listScenarios();
  const typed = planOf("http://127.0.0.1/", options); // a mistake in an option is told before a server is started
  const store = openStore(options);
  const target = await startTarget(name ?? scenarios[0]?.id ?? "", dose).catch((error: unknown) => {
    store.close();
    throw error;
  });
  const engine = new Engine(store);
  try {
    const usual = { ...demoPlan(target), ...target.plan };
    const plan = Plan.parse({
      ...typed,
      ...usual,
      ...pickTyped(typed, options),
      headers: [...(target.plan.headers ?? []), ...typed.headers],
    });
    const report = show.report ?? reportFile(store.file);
    return await runPlan(engine, plan, { ...show, report }, () => target.stop());
  } finally {
    await target.stop();
    await engine.close();
  }
}

/** Of a plan made of options only what was really typed: the rest is the demonstration's. */
function pickTyped(plan: Plan, options: RunCommandOptions): Partial<Plan> {
  const fields: Partial<Record<keyof Plan, unknown>> = {
    connections: options.connections,
    durationMs: options.duration,
    warmupMs: options.warmup,
    cooldownMs: options.cooldown,
    name: options.name,
  };
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, typed]) => (typed === undefined ? [] : [[key, plan[key as keyof Plan]]])),
  );
}

function reportFile(storeFile: string): string {
  const folder = storeFile === ":memory:" ? "." : join(dirname(storeFile), "reports");
  mkdirSync(folder, { recursive: true });
  return join(folder, `${new Date().toISOString().slice(0, 19).replaceAll(":", "").replaceAll("-", "").replace("T", "-")}.html`);
}

function listScenarios(): void {
  note("Built-in servers, each with one disease (plateau demo NAME, --dose N):");
  for (const { id, title, dose } of scenarios) note(`  ${id.padEnd(18)} ${title}${dose === null ? "" : ` (${dose.name} ${dose.value})`}`);
  note("");
}
