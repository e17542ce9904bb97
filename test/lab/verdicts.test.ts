import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { summariseLevels } from "../../app/diagnosis/levelSummary.ts";
import { Plan } from "../../app/model/plan.ts";
import { Engine, type Outcome } from "../../main/engine/engine.ts";
import { startTarget } from "../../main/lab/lab.ts";
import { SessionStore } from "../../main/store/sessionStore.ts";

const PLAN = { connections: [1, 2, 5, 10, 20, 40], durationMs: 1500, warmupMs: 300, cooldownMs: 100 };

let engine: Engine;
beforeAll(() => {
  engine = new Engine(new SessionStore(":memory:"));
});
afterAll(() => engine.close());

const TRIES = 2;

async function runOnce(scenario: string, dose: number | null): Promise<Outcome> {
  const target = await startTarget(scenario, dose);
  try {
    const id = await engine.start(Plan.parse({ url: target.url, ...PLAN, ...target.plan }));
    return await engine.outcome(id);
  } finally {
    await target.stop();
  }
}

/** Once more when the verdict is another: programs of others, or the hypervisor, can hide any disease for a while. */
async function runAgainst(scenario: string, dose: number | null, verdict: string): Promise<Outcome & { disturbed: boolean }> {
  for (let tries = 1; ; tries++) {
    const outcome = await runOnce(scenario, dose);
    const disturbed = summariseLevels(outcome.recording).some(
      ({ otherCpuPercent, host }) => (otherCpuPercent ?? 0) > 15 || (host.st ?? 0) > 2,
    );
    if (outcome.diagnosis.verdict.id === verdict || tries === TRIES) return { ...outcome, disturbed };
  }
}

// One of each kind; a rate limit is named in test/main/cli, locks in test/main/engine/experiments. Every scenario at every dose is a measurement of its own, and no test.
describe("a disease given is a disease named", () => {
  it.each([
    // scenario            dose   verdict                 works on so many at a time
    ["connection-pool", 4, "connection-pool", 4],
    ["worker-pool", 4, "worker-pool", 4],
    ["single-thread-cpu", null, "single-threaded-cpu", null],
    ["all-cores-cpu", null, "cpu-saturated", null],
    ["errors", 10, "errors-dominate", null],
    ["healthy", null, "healthy", null],
  ] as const)("%s (dose %s) is %s", { timeout: 180_000, retry: 0 }, async (scenario, dose, verdict, width) => {
    const { diagnosis, status, disturbed } = await runAgainst(scenario, dose, verdict);
    expect(status).toBe("finished");
    const told = `${diagnosis.verdict.id}: ${diagnosis.verdict.summary}`; // the summary tells why, when it is another
    if (disturbed && told.startsWith("inconclusive: ")) return; // on a machine that others keep busy, the right answer
    expect(told).toMatch(new RegExp(`^${verdict}: `));
    if (width !== null) {
      expect(diagnosis.effectiveParallelism?.value).toBeGreaterThan(0.85 * width);
      expect(diagnosis.effectiveParallelism?.value).toBeLessThan(1.15 * width);
    }
  });
});
