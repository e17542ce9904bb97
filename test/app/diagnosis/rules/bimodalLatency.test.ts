import { describe, expect, it } from "vitest";
import { bimodalLatency } from "../../../../app/diagnosis/rules/bimodalLatency.ts";
import type { LevelDrawing } from "../../../support/builders.ts";
import { oneWay, twoWays } from "../../../support/distributions.ts";
import { judged, type Strength, strengthOf } from "../../../support/judged.ts";

const level = (latencyMsOf: (answer: number) => number, more: Partial<LevelDrawing> = {}): LevelDrawing[] => [
  { connections: 4, rps: 100, latencyMsOf, ...more },
];

describe("bimodal-latency", () => {
  it.each<[string, LevelDrawing[], Strength]>([
    ["a third from a cache, in a tenth of the time", level(twoWays(0.33, 4, 40)), "verdict"],
    ["a tenth from a cache", level(twoWays(0.1, 4, 40)), "verdict"],
    ["two in a hundred that miss the cache", level(twoWays(0.98, 2, 80)), "verdict"],
    ["one way, spread like a service under load", level(oneWay(40, 0.3)), "absent"],
    ["one way with a long tail", level(oneWay(40, 1)), "absent"],
    ["a level that still runs", level(twoWays(0.33, 4, 40), { state: "running" }), "no-data"],
    ["150 answers", level(twoWays(0.33, 4, 40), { rps: 15 }), "no-data"],
    ["250 answers", level(twoWays(0.33, 4, 40), { rps: 25 }), "verdict"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(bimodalLatency, { levels })).toBe(outcome);
  });

  it("tells both groups with their share", () => {
    expect(judged(bimodalLatency, { levels: level(twoWays(0.33, 4, 40)) })).toMatchObject({
      summary: expect.stringMatching(/two groups: 3[2-4] % near (3\.\d|4\.\d)\d* ms, 6[6-8] % near (39|40|41)\.\d ms/),
    });
  });

  it("is less sure where different requests were sent", () => {
    const steps = ["a", "b"].map((name) => ({ name, path: `/${name}` }));
    expect(strengthOf(bimodalLatency, { levels: level(twoWays(0.33, 4, 40)), plan: { requests: { steps } } })).toBe("hint");
  });
});
