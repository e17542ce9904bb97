import { describe, expect, it } from "vitest";
import { noisy } from "../../../../app/diagnosis/rules/noisy.ts";
import { normalDraw } from "../../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../../app/statistics/random.ts";
import { type LevelDrawing, queueOf } from "../../../support/builders.ts";
import { judged, type Strength, strengthOf } from "../../../support/judged.ts";

/** Four at a time, and the first level again at the end with so many requests/s; at first it had 25. */
const repeated = (rps: number, more: Partial<LevelDrawing> = {}): LevelDrawing[] => [...queueOf(4, 40), { connections: 1, rps, ...more }];
const flat = (rates: readonly number[]): LevelDrawing[] => rates.map((rps, i) => ({ connections: 4 * 2 ** i, rps }));
const wild = () => {
  const random = seededRandom(5);
  return () => 29 * (1 + 0.6 * normalDraw(random));
};

describe("noisy", () => {
  it.each<[string, LevelDrawing[], Strength]>([
    ["a repeat that gives 15 % more", repeated(29), "verdict"],
    ["a repeat that gives 8 % more", repeated(27), "absent"],
    ["a repeat that scatters too much to differ", repeated(29, { rpsAt: wild() }), "absent"],
    ["a repeat that cannot be used", repeated(12, { machine: { clockJumpMs: 60_000 } }), "absent"],
    ["a level with another think time is no repeat", repeated(12, { thinkTime: { kind: "constant", meanMs: 40 } }), "absent"],
    ["no repeat, and a plateau whose levels agree", queueOf(4, 40), "absent"],
    ["no repeat, and a plateau whose levels lie 20 % apart", flat([100, 120, 101, 118, 105]), "verdict"],
    ["no repeat, and a plateau whose levels lie 10 % apart", flat([100, 110, 101, 109, 105]), "absent"],
    ["no repeat, no plateau", queueOf(1000, 40), "no-data"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(noisy, { levels })).toBe(outcome);
  });

  it("tells both numbers", () => {
    expect(judged(noisy, { levels: repeated(30) })).toMatchObject({
      levels: [0, 6],
      summary: expect.stringContaining("2 runs at 1 connection gave 25.0, 30.0 requests/s. They differ by 18 %"),
    });
  });
});
