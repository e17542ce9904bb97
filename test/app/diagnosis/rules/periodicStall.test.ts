import { describe, expect, it } from "vitest";
import { periodicStall } from "../../../../app/diagnosis/rules/periodicStall.ts";
import { normalDraw } from "../../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../../app/statistics/random.ts";
import type { LevelDrawing } from "../../../support/builders.ts";
import { judged, type Strength, strengthOf } from "../../../support/judged.ts";

/** 400 answers a second, with some noise; of every fifth second a share is lost. */
const dented = (share: number, every = 5) => {
  const random = seededRandom(4);
  return (second: number) => 400 * (1 + 0.01 * normalDraw(random)) * (Math.floor(second) % every === 0 ? 1 - share : 1);
};
/** Now and then, at no interval. */
const odd = () => {
  const random = seededRandom(9);
  const stalls = Array.from({ length: 60 }, () => random() < 0.2);
  return (second: number) => 400 * (stalls[Math.floor(second)] === true ? 0.7 : 1);
};
const slowest =
  (times: number, every = 5) =>
  (second: number) =>
    20 * (second % every === 0 ? times : 1 + 0.05 * Math.sin(second ** 2));
const level = (more: Partial<LevelDrawing>): LevelDrawing[] => [{ connections: 8, rps: 400, latencyMs: 20, ...more }];

describe("periodic-stall", () => {
  it.each<[string, LevelDrawing[], number, Strength]>([
    ["a third of every fifth second is lost", level({ rpsAt: dented(0.3) }), 30, "verdict"],
    ["15 % of every fifth second", level({ rpsAt: dented(0.15) }), 30, "verdict"],
    ["7 % of every fifth second", level({ rpsAt: dented(0.07) }), 30, "absent"],
    ["stalls at no interval", level({ rpsAt: odd() }), 30, "absent"],
    ["a steady target", level({ rpsAt: dented(0) }), 30, "absent"],
    ["the slowest answers of every fifth second take three times as long", level({ latencyMsAt: slowest(3) }), 30, "verdict"],
    ["the slowest answers of every fifth second take half as long again", level({ latencyMsAt: slowest(1.5) }), 30, "absent"],
    ["a third of every fourth second, for 16 s", level({ rpsAt: dented(0.3, 4) }), 16, "verdict"],
    ["10 s", level({ rpsAt: dented(0.3, 4) }), 10, "no-data"],
  ])("%s", (_what, levels, seconds, outcome) => {
    expect(strengthOf(periodicStall, { levels, seconds })).toBe(outcome);
  });

  it("tells period and depth, and is surer when two levels agree", () => {
    const levels = [4, 8].map((connections) => ({ connections, rps: 400, latencyMs: 10, rpsAt: dented(0.3) }));
    const [one, two] = [levels.slice(0, 1), levels].map((each) => judged(periodicStall, { levels: each, seconds: 30 }));
    expect(one).toMatchObject({
      outcome: "present",
      summary: expect.stringMatching(/^Every (5\.\d\d|4\.9\d) s throughput dips by (29|30|31) % at 4 connections\.$/),
    });
    expect(two).toMatchObject({ outcome: "present", levels: [0, 1], summary: expect.stringContaining("likewise on 1 other level") });
    if (one?.outcome === "present" && two?.outcome === "present") expect(two.confidence).toBeGreaterThan(one.confidence);
  });

  it.each([
    [5, 6, [1]], // 18 % apart
    [8, 9, [0, 1]], // 12 % apart
  ])("periods of %d and %d s: levels that agree %j", (one, other, agreeing) => {
    const levels = [one, other].map((every, i) => ({
      connections: 1 + i,
      rps: 400,
      latencyMs: 2.5 * (1 + i),
      rpsAt: dented(0.3 + 0.1 * i, every),
    }));
    expect(judged(periodicStall, { levels, seconds: 60 })).toMatchObject({ outcome: "present", levels: agreeing });
  });
});
