import { describe, expect, it } from "vitest";
import { meanMisleads } from "../../../../app/diagnosis/rules/meanMisleads.ts";
import type { LevelDrawing } from "../../../support/builders.ts";
import { oneWay, twoWays } from "../../../support/distributions.ts";
import { judged, type Strength, strengthOf } from "../../../support/judged.ts";

const level = (latencyMsOf: (answer: number) => number, rps = 200): LevelDrawing[] => [{ connections: 4, rps, latencyMsOf }];

describe("mean-misleads", () => {
  it.each<[string, LevelDrawing[], Strength]>([
    // a lognormal's mean is exp(sigma² / 2) times its median
    ["a mean of 2.5 times the median", level(oneWay(20, 1.35)), "verdict"],
    ["a mean of 1.6 times the median: what queues do by themselves", level(oneWay(20, 0.97)), "absent"],
    ["one tight group", level(oneWay(20, 0.1)), "absent"],
    ["two groups with nothing between them", level(twoWays(0.5, 10, 30)), "verdict"],
    ["two broad groups, 3.5 % of them near the mean", level(twoWays(0.5, 10, 30, 0.15)), "verdict"],
    ["two broader ones, 7 % of them near the mean", level(twoWays(0.5, 10, 30, 0.2)), "absent"],
    ["two groups, and the mean on the larger", level(twoWays(0.06, 10, 30)), "absent"],
    ["90 answers", level(oneWay(20, 1.35), 9), "no-data"],
    ["120 answers", level(oneWay(20, 1.35), 12), "verdict"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(meanMisleads, { levels })).toBe(outcome);
  });

  it("tells where the mean lies", () => {
    expect(judged(meanMisleads, { levels: level(twoWays(0.5, 10, 30)) })).toMatchObject({
      summary: expect.stringMatching(/lies between two groups of answers: [01] % of them are within 20 % of it/),
    });
  });
});
