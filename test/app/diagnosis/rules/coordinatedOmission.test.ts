import { describe, expect, it } from "vitest";
import { summariseLevels } from "../../../../app/diagnosis/levelSummary.ts";
import { observe } from "../../../../app/diagnosis/observe.ts";
import { coordinatedOmission } from "../../../../app/diagnosis/rules/coordinatedOmission.ts";
import { TICK_MS } from "../../../../app/model/tick.ts";
import { LatencyHistogram } from "../../../../app/statistics/latencyHistogram.ts";
import { aRecording, type LevelDrawing } from "../../../support/builders.ts";
import { oneWay } from "../../../support/distributions.ts";
import { judged, type Strength, strengthOf } from "../../../support/judged.ts";

/** One connection whose answers take 20 ms; in the fifth second `share` of the usual number comes, the last after a stall of `stallMs`. */
function stalled(share: number, stallMs: number) {
  const recording = aRecording({
    levels: [{ connections: 1, rps: 48, rpsAt: (second) => (second >= 4 && second < 5 ? 48 * share : 48), latencyMs: 20 }],
  });
  const late = recording.ticks.find(({ atMs }) => atMs >= 5000 - TICK_MS);
  if (late === undefined) throw new Error("no such tick");
  const latencies = LatencyHistogram.from(late.latencies);
  latencies.record(1000 * stallMs);
  late.latencies = latencies.toLatencies();
  return coordinatedOmission.judge(observe(summariseLevels(recording), recording));
}

describe("coordinated-omission", () => {
  it.each([
    ["a second without answers, and one request that took it all", 0, 1000, "present"],
    ["a second with 15 % of the usual", 0.15, 850, "present"],
    ["a stall that p99 hardly misses", 0, 130, "present"],
    ["a second with 30 % of the usual", 0.3, 700, "absent"],
    ["a second without answers that no request saw: nothing was asked", 0, 25, "absent"],
  ])("%s", (_what, share, stallMs, outcome) => {
    expect(stalled(share, stallMs).outcome).toBe(outcome);
  });

  it("tells both percentiles and what speaks of users who do not wait", () => {
    const judgement = stalled(0, 1000);
    expect(judgement).toMatchObject({
      summary: expect.stringMatching(
        /hardly answered in 1 of 10 seconds, and few requests noticed: p99 is 20\.\d ms as measured, and (8|9)\d\d ms for users/,
      ),
    });
  });

  it.each<[string, LevelDrawing[], number, Strength]>([
    ["a steady target", [{ connections: 4, rps: 200, latencyMsOf: oneWay(20, 0.3) }], 10, "absent"],
    [
      "a target that is slow for a second, as its percentiles say",
      [{ connections: 4, rps: 200, rpsAt: (s) => (s === 4 ? 20 : 200), latencyMs: 20 }],
      10,
      "absent",
    ],
    ["4 seconds", [{ connections: 1, rps: 48 }], 4, "no-data"],
    ["6 seconds", [{ connections: 1, rps: 48 }], 6, "absent"],
  ])("%s", (_what, levels, seconds, outcome) => {
    expect(strengthOf(coordinatedOmission, { levels, seconds })).toBe(outcome);
    expect(judged(coordinatedOmission, { levels: [], plan: { connections: [1] } }).outcome).toBe("no-data");
  });
});
