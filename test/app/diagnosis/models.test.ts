import { describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { type Change, modelsOf, type Prediction, predictChange } from "../../../app/diagnosis/models.ts";
import { sessionDocument } from "../../../app/report/sessionDocument.ts";
import { aRecording, type LevelDrawing, queueOf } from "../../support/builders.ts";

const CONNECTIONS = [1, 2, 5, 10, 25, 50];
const pool = (sockets: number) => ({ target: { backends: [{ address: "127.0.0.1:5432", connections: sockets }] } });

function predicted(levels: readonly LevelDrawing[], change: Change): Prediction {
  const recording = aRecording({ levels });
  const summaries = summariseLevels(recording);
  const { queue } = modelsOf(summaries, diagnose(recording), recording);
  if (queue === null) throw new Error("no model");
  return predictChange(queue, change, summaries, CONNECTIONS);
}

describe("predictChange()", () => {
  it.each([
    [2, 8],
    [4, 16],
  ])("a pool of %i becomes one of %i: the curve is that of the larger pool", (from, to) => {
    const { levels, modelError } = predicted(queueOf(from, 50, pool(from)), { places: to });
    expect(modelError).toBeLessThan(0.02);
    for (const { connections, throughputRps } of levels) {
      expect(throughputRps / (20 * Math.min(connections, to))).toBeCloseTo(1, 1);
    }
  });

  it("a pool held for half the request: twice the places, twice the limit", () => {
    const { limitRps } = predicted(queueOf(8, 50, pool(4)), { places: 8 });
    expect(limitRps).toBeCloseTo(320, -1);
  });

  it("users that think put off the knee, and change nothing about the limit", () => {
    const { levels, limitRps } = predicted(queueOf(4, 50, pool(4)), { thinkSeconds: 0.15 });
    expect(limitRps).toBeCloseTo(80, -1);
    expect(levels.find(({ connections }) => connections === 10)?.throughputRps).toBeCloseTo(50, 0);
    expect(levels.at(-1)?.throughputRps).toBeCloseTo(80, -1);
  });

  it("cores that are full: twice the cores, twice the throughput", () => {
    const busy = { idlePercent: 2, target: { cpuCores: 3.8, busiestThreadCores: 0.95 } };
    const { limitRps } = predicted(queueOf(4, 15, busy), { cores: 8 });
    expect(limitRps).toBeCloseTo((2 * 4000) / 15, -1);
  });

  it("has nothing to predict from when every level waits already, or none does", () => {
    for (const levels of [queueOf(2, 50, {}, [10, 50, 100]), queueOf(1000, 20)]) {
      const recording = aRecording({ levels });
      expect(modelsOf(summariseLevels(recording), diagnose(recording), recording).queue).toBeNull();
    }
  });
});

describe("the document's models", () => {
  it("gives the scalability law's parameters from six levels on, and none below", () => {
    const law = (n: number) => (100 * n) / (1 + 0.02 * (n - 1) + 0.02 * n * (n - 1)); // the R package usl's own example
    const levels = [1, 2, 4, 6, 8, 10].map((n) => ({ connections: n, rps: law(n) }));
    const { usl } = sessionDocument(aRecording({ levels })).models;
    expect(usl?.alpha).toBeCloseTo(0.02, 2);
    expect(usl?.beta).toBeCloseTo(0.02, 2);
    expect(usl?.peakConnections).toBeCloseTo(7, 0);
    expect(sessionDocument(aRecording({ levels: levels.slice(0, 5) })).models.usl).toBeNull();
  });
});
