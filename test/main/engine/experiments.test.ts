import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { Plan, type PlanInput } from "../../../app/model/plan.ts";
import type { SessionEvent } from "../../../app/model/recording.ts";
import { sessionDocument } from "../../../app/report/sessionDocument.ts";
import { Engine } from "../../../main/engine/engine.ts";
import { startTarget } from "../../../main/lab/lab.ts";
import { SessionStore } from "../../../main/store/sessionStore.ts";

const PLAN = { connections: [1, 2, 5], durationMs: 1000, warmupMs: 200, cooldownMs: 50 };

let engine: Engine;
beforeAll(() => {
  engine = new Engine(new SessionStore(":memory:"));
});
afterAll(() => engine.close());

async function run(scenario: string, input: Partial<PlanInput>) {
  const target = await startTarget(scenario, null);
  const told: SessionEvent[] = [];
  const stop = engine.listen((_id, event) => told.push(event));
  try {
    const id = await engine.start(Plan.parse({ url: target.url, ...PLAN, ...target.plan, ...input }));
    return { ...(await engine.outcome(id)), stored: engine.store.read(id), told };
  } finally {
    stop();
    await target.stop();
  }
}

describe("experiments of a real session", () => {
  // The throughput of a waiting target changes fourfold or not at all: what else the machine does blurs that, and seldom hides it.
  it.each([
    ["session-lock", "confirms", "refutes"],
    ["global-lock", "refutes", "confirms"],
  ] as const)("a cookie per connection: %s", { timeout: 60_000, retry: 2 }, async (scenario, ofSessionLock, ofSerialised) => {
    const plan: Partial<PlanInput> = { headers: [{ name: "Cookie", value: "SID=demo" }], experiments: ["separate-session-cookies"] };
    const { diagnosis, stored, told, status } = await run(scenario, plan);
    expect(status).toBe("finished");
    const [outcome] = diagnosis.experiments;
    expect(`${outcome?.text}\n${JSON.stringify(outcome?.effects)}`).toContain(`{"finding":"session-lock","verdict":"${ofSessionLock}"}`);
    expect(outcome?.effects).toContainEqual({ finding: "serialised", verdict: ofSerialised });
    expect(diagnose(stored)).toEqual(diagnosis); // a saved session gives the same answer
    expect(sessionDocument(stored).levels.map(({ connections }) => connections)).toEqual(PLAN.connections); // blocks are no levels
    const blocks = stored.levels.filter(({ experiment }) => experiment !== undefined);
    expect(blocks.map(({ state }) => state)).toEqual(new Array(6).fill("complete"));
    for (const { connections } of blocks) expect([4, 5]).toContain(connections); // twice the width, or the most when a busy machine hid it
    const [first, last] = [blocks[0], blocks.at(-1)];
    expect((last?.measuredToMs ?? 0) - (first?.startedMs ?? 0)).toBeLessThan(20_000);
    expect(told.filter(({ kind }) => kind === "diagnosis").length).toBeGreaterThanOrEqual(9); // one a level and a block
  });
});
