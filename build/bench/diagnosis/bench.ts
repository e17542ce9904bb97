/**
 * npm run bench:diagnosis -- [--runs 5] [--only connection-pool,hikari/4] [--out FOLDER] [--calm 30] [--again FOLDER]
 *
 * Loads targets with a known disease through the real engine, and holds the verdicts against what was staged. Every recorded
 * session is kept in the folder: `--again` judges those of one or more folders with the present rules, without running anything.
 * A folder that is there already gets more runs. An interrupt keeps what was done. Before each run it waits up to `--calm` seconds
 * until other programs leave the CPU alone.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { RULES_VERSION } from "../../../app/diagnosis/rules/index.ts";
import { Plan } from "../../../app/model/plan.ts";
import { Engine } from "../../../main/engine/engine.ts";
import { SessionStore } from "../../../main/store/sessionStore.ts";
import { calm } from "./calm.ts";
import type { Case } from "./case.ts";
import { cases, notStaged } from "./cases.ts";
import { judge } from "./judge.ts";
import { Ledger } from "./ledger.ts";
import { markdownReport, type Result } from "./report.ts";
import { isHit, score } from "./score.ts";

const PLAN = { connections: [1, 2, 5, 10, 25, 50], durationMs: 3_000, warmupMs: 500, cooldownMs: 200 };

let interrupted = false;
process.exitCode = await main();

async function main(): Promise<number> {
  const values = optionsOf(process.argv.slice(2));
  if (typeof values === "string") return refuse(values);
  const runs = Number(values.runs);
  const calmSeconds = Number(values.calm);
  if (!Number.isInteger(runs) || runs < 1) return refuse(`--runs ${values.runs} : not a number of runs (1 or more)`);
  if (!(calmSeconds >= 0)) return refuse(`--calm ${values.calm} : not a number of seconds (0 or more)`);
  const wanted = values.only.split(",").filter(Boolean);
  const chosen = cases.filter(({ id }) => wanted.length === 0 || wanted.some((part) => id === part || id.startsWith(`${part}/`)));
  if (chosen.length === 0) return refuse(`--only ${values.only} : no such case (${cases.map(({ id }) => id).join(", ")})`);
  if (values.again === undefined) await runAll(new Ledger(values.out), chosen, runs, calmSeconds);
  const folders = values.again ?? [values.out];
  const isReported = report(folders, judged(folders, chosen));
  return interrupted ? 130 : isReported ? 0 : 1;
}

function optionsOf(words: readonly string[]) {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(":", "");
  const options = {
    runs: { type: "string", default: "5" },
    only: { type: "string", default: "" },
    out: { type: "string", default: join("build", "out", "diagnosis", stamp) },
    calm: { type: "string", default: "30" },
    again: { type: "string", multiple: true },
  } as const;
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    return `${words.join(" ")} : ${(error as Error).message.split(". ")[0]} (--${Object.keys(options).join(", --")})`;
  }
}

function refuse(message: string): number {
  console.error(`plateau: ${message}`);
  return 2;
}

/** Every case once, then every case again: what disturbs the machine for a while does not hit all runs of one case. */
async function runAll(ledger: Ledger, chosen: readonly Case[], runs: number, calmSeconds: number): Promise<void> {
  ledger.begin();
  const engine = new Engine(new SessionStore(ledger.storeFile));
  const interrupt = (): void => {
    interrupted = true;
    if (engine.running !== null) void engine.stop(engine.running, "interrupted");
  };
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  const before = ledger.runs();
  const due = Array.from({ length: runs }, () => chosen).flat();
  for (const one of chosen.filter(({ missing }) => typeof missing === "string"))
    console.error(`${one.id}: skipped, missing: ${one.missing}`);
  for (const [index, one] of due.entries()) {
    if (typeof one.missing === "string") continue;
    const run = before.filter((done) => done.case === one.id).length + Math.floor(index / chosen.length) + 1;
    await calm(calmSeconds, () => !interrupted);
    if (interrupted) break;
    try {
      await runOnce(engine, ledger, one, run);
    } catch (error) {
      console.error(`${one.id}: not measured: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await engine.close();
}

async function runOnce(engine: Engine, ledger: Ledger, one: Case, run: number): Promise<void> {
  const target = await one.start();
  try {
    const plan = Plan.parse({ url: target.url, ...PLAN, ...target.plan, ...one.plan, name: `${one.id} run ${run}`, tags: ["bench"] });
    const session = await engine.start(plan);
    const { status, error, recording } = await engine.outcome(session);
    if (status !== "finished") throw new Error(`${status}${error === null ? "" : `: ${error.message}`}`);
    ledger.add({ case: one.id, run, session, cores: availableParallelism(), proof: await target.proof() });
    const { verdict, confidence } = judge(recording);
    console.error(`${one.right.includes(verdict) ? "  " : "x "}${one.id} run ${run}: ${verdict} (${confidence.toFixed(2)})`);
  } finally {
    await target.stop();
  }
}

function judged(folders: readonly string[], chosen: readonly Case[]): Result[] {
  return folders.flatMap((folder) => {
    const ledger = new Ledger(folder);
    const runs = ledger.runs();
    if (runs.length === 0) return [];
    const store = new SessionStore(ledger.storeFile);
    const results = runs.flatMap(({ case: id, run, session, proof }): Result[] => {
      const one = chosen.find((candidate) => candidate.id === id);
      if (one === undefined) return [];
      const { right, software, warning } = one;
      const expectedWarning = warning ?? null;
      return [{ case: id, run, session, right, software, expectedWarning, proof, ...judge(store.read(session)) }];
    });
    store.close();
    return results;
  });
}

/** Prints what the runs come to and writes it into the first folder. False when there was none. */
function report([folder = ""]: readonly string[], results: readonly Result[]): boolean {
  if (results.length === 0) {
    console.error(`plateau: ${folder} : no run of these cases is kept there (run some first)`);
    return false;
  }
  const scored = score(results);
  const left = notStaged();
  const text = markdownReport({ score: scored, results, rules: RULES_VERSION, left });
  writeFileSync(join(folder, "report.md"), text);
  writeFileSync(
    join(folder, "report.json"),
    `${JSON.stringify({ rules: RULES_VERSION, score: scored, results, notStaged: left }, null, 2)}\n`,
  );
  console.log(text);
  console.error(`${results.filter(isHit).length} of ${results.length} right; in ${join(folder, "report.md")} and report.json`);
  return true;
}
