import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Plan } from "../../app/model/plan.ts";
import { Engine, type Outcome } from "../../main/engine/engine.ts";
import { startTarget } from "../../main/lab/lab.ts";
import { SessionStore } from "../../main/store/sessionStore.ts";

const PLAN = { connections: [1, 2, 5, 10, 25, 50], durationMs: 3000, warmupMs: 500, cooldownMs: 200 };

let engine: Engine;
beforeAll(() => {
  engine = new Engine(new SessionStore(":memory:"));
});
afterAll(() => engine.close());

async function runAgainst(scenario: string, dose: number | null): Promise<Outcome> {
  const target = await startTarget(scenario, dose);
  try {
    const id = await engine.start(Plan.parse({ url: target.url, ...PLAN, ...target.plan }));
    return await engine.outcome(id);
  } finally {
    await target.stop();
  }
}

describe("a disease given is a disease named", () => {
  it.each([
    // scenario            dose   verdict                 works on so many at a time
    ["connection-pool", 2, "connection-pool", 2],
    ["connection-pool", 4, "connection-pool", 4],
    ["connection-pool", 10, "connection-pool", 10],
    ["worker-pool", 4, "worker-pool", 4],
    ["global-lock", null, "serialised", 1],
    ["session-lock", null, "serialised", 1],
    ["single-thread-cpu", null, "single-threaded-cpu", null],
    ["all-cores-cpu", null, "cpu-saturated", null],
    ["rate-limit", 50, "rate-limit", null],
    ["errors", 10, "errors-dominate", null],
    ["healthy", null, "healthy", null],
  ] as const)(
    "%s (dose %s) is %s",
    { timeout: 60_000, retry: 2 }, // another program can hide any disease for some seconds
    async (scenario, dose, verdict, width) => {
      const { diagnosis, status } = await runAgainst(scenario, dose);
      expect(status).toBe("finished");
      expect(`${diagnosis.verdict.id}: ${diagnosis.verdict.summary}`).toMatch(new RegExp(`^${verdict}: `)); // the summary tells why, when it is another
      if (width !== null) {
        expect(diagnosis.effectiveParallelism?.value).toBeGreaterThan(0.85 * width);
        expect(diagnosis.effectiveParallelism?.value).toBeLessThan(1.15 * width);
      }
      if (scenario === "session-lock") {
        expect(diagnosis.findings[0]?.experiments.map(({ id }) => id)).toContain("separate-session-cookies");
      }
    },
  );
});
