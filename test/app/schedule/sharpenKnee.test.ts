import { describe, expect, it } from "vitest";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { sharpenKnee } from "../../../app/schedule/sharpenKnee.ts";
import { aRecording, type LevelDrawing, queueOf } from "../../support/builders.ts";

const measured = (levels: readonly LevelDrawing[], seconds = 10) => summariseLevels(aRecording({ levels, seconds }));
const shaky = (connections: number, rps: number): LevelDrawing => ({
  connections,
  rps,
  rpsAt: (second) => rps * (Math.floor(second) % 2 === 0 ? 0.6 : 1.4),
});

describe("sharpenKnee()", () => {
  it("measures at the knee when no level stands there", () => {
    expect(sharpenKnee(measured(queueOf(10, 50, {}, [1, 2, 5, 25, 50])), 0)).toEqual({ kind: "measure", connections: 10, times: 1 });
  });

  it("is done when the knee is known to 10 %", () => {
    expect(sharpenKnee(measured(queueOf(10, 50)), 0)).toMatchObject({ kind: "done", missingSeconds: 0 });
  });

  it("measures the level its error comes from longer, at most four times as long", () => {
    const levels = [shaky(1, 20), ...queueOf(2, 50, {}, [2, 5, 10, 25])];
    expect(sharpenKnee(measured(levels), 0)).toEqual({ kind: "measure", connections: 1, times: 4 });
  });

  it("gives up after six more levels and says how many seconds are missing", () => {
    const step = sharpenKnee(measured([shaky(1, 20), ...queueOf(2, 50, {}, [2, 5, 10, 25])]), 6);
    expect(step.kind).toBe("done");
    expect(step.kind === "done" && step.missingSeconds).toBeGreaterThan(30);
  });

  it("has nothing to sharpen where throughput grows", () => {
    expect(sharpenKnee(measured(queueOf(1000, 20)), 0)).toEqual({ kind: "done", kneeError: null, missingSeconds: 0 });
  });
});
