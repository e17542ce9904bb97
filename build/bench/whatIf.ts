/**
 * Does a prediction come true? Runs a lab pool, predicts the curve of a larger one from the diagnosed queue's model, runs the larger one.
 * Usage: node build/bench/whatIf.ts [seconds per level = 4]. Exits 1 when a level's throughput is off by more than 10 %.
 */
import { diagnose } from "../../app/diagnosis/diagnose.ts";
import { type LevelSummary, summariseLevels } from "../../app/diagnosis/levelSummary.ts";
import { modelsOf, predictChange } from "../../app/diagnosis/models.ts";
import { digits, percent } from "../../app/diagnosis/numbers.ts";
import { Plan } from "../../app/model/plan.ts";
import type { Recording } from "../../app/model/recording.ts";
import { Engine } from "../../main/engine/engine.ts";
import { startTarget } from "../../main/lab/lab.ts";
import { SessionStore } from "../../main/store/sessionStore.ts";

const MOST_OFF = 0.1;
const seconds = Number(process.argv[2] ?? 4);
const engine = new Engine(new SessionStore(":memory:"));
let worst = 0;

async function measured(poolSize: number): Promise<{ recording: Recording; levels: LevelSummary[] }> {
  const target = await startTarget("connection-pool", poolSize);
  try {
    const plan = Plan.parse({
      url: target.url,
      connections: [1, 2, 5, 10, 25, 50],
      durationMs: seconds * 1000,
      warmupMs: 1000,
      cooldownMs: 200,
    });
    const id = await engine.start(plan);
    await engine.outcome(id);
    const recording = engine.store.read(id);
    return { recording, levels: summariseLevels(recording) };
  } finally {
    await target.stop();
  }
}

for (const [from, to] of [
  [2, 8],
  [4, 16],
] as const) {
  const before = await measured(from);
  const { queue } = modelsOf(before.levels, diagnose(before.recording), before.recording);
  if (queue === null) throw new Error(`no model of a pool of ${from}: too disturbed, or no plateau`);
  const after = await measured(to);
  const connections = after.levels.map((level) => level.connections);
  const { levels, modelError } = predictChange(queue, { places: to }, before.levels, connections);
  console.log(`pool ${from} -> ${to}; the model is off by up to ${percent(modelError)} on the pool of ${from}`);
  for (const [i, { connections: n, throughputRps }] of levels.entries()) {
    const seen = after.levels[i]?.throughputRps ?? Number.NaN;
    worst = Math.max(worst, Math.abs(throughputRps / seen - 1));
    console.log(
      `  ${String(n).padStart(3)} connections: predicted ${digits(throughputRps)}, measured ${digits(seen)} requests/s (${percent(throughputRps / seen - 1)})`,
    );
  }
}
await engine.close();
console.log(`worst ${percent(worst)}; ${worst > MOST_OFF ? "more than" : "within"} ${percent(MOST_OFF)}`);
process.exitCode = worst > MOST_OFF ? 1 : 0;
