import { describe, expect, it } from "vitest";
import { dipProbability, dipTest } from "../../../app/statistics/dipTest.ts";
import { normalDraw } from "../../../app/statistics/normalDistribution.ts";
import { quantile } from "../../../app/statistics/quantile.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { ERUPTIONS_MINUTES, PRECIPITATION_INCHES, STAT_FACULTY, WAITING_MINUTES } from "./datasets.ts";

describe("dipTest()", () => {
  it("agrees with the R package diptest on statfaculty: 0.0595238, p = 0.0867, modal interval 39 to 54; mirrored 20 to 57", () => {
    const { dip, probability, modal } = dipTest(STAT_FACULTY);
    expect(dip).toBeCloseTo(0.05952380952, 10);
    expect(probability).toBeCloseTo(0.0867234, 6);
    expect(modal).toEqual([39, 54]);
    expect(dipTest(STAT_FACULTY.map((x) => -x)).dip).toBeCloseTo(dip, 12);
  });

  it("agrees with it on geysers and rain: 0.0924 in 3.83..4.83, 0.0357 in 35.9..43.4, p = 0.0018", () => {
    const eruptions = dipTest(ERUPTIONS_MINUTES);
    expect(eruptions.dip).toBeCloseTo(0.0924, 4);
    expect(eruptions.modal.map((x) => x.toFixed(2))).toEqual(["3.83", "4.83"]);
    expect(dipTest(PRECIPITATION_INCHES)).toMatchObject({ dip: expect.closeTo(0.0357, 4), modal: [35.9, 43.4] });
    expect(dipTest(WAITING_MINUTES).probability).toBeCloseTo(0.00181, 5);
  });

  it.each([
    [[1, 1, 2, 2], 0.25], // the largest there is
    [[0, 1, 3, 6], 0.125],
    [[0, 2, 3, 5, 6], 0.1333333333],
    [[1, 2, 2, 2, 2, 2, 2, 2, 2, 2], 0.05],
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.05],
    [[7], 0.5],
    [[1, 9], 0.25],
    [[1, 2, 9], 1 / 6],
    [[5, 5, 5, 5, 5], 0.1],
  ])("of %j is %d", (values, dip) => {
    expect(dipTest(values).dip).toBeCloseTo(dip, 10);
  });

  it("is the distance to the nearest unimodal distribution: none nearer can be drawn, on random samples with and without ties", () => {
    const random = seededRandom(3);
    for (let run = 0; run < 60; run++) {
      const n = 4 + Math.floor(random() * 12);
      const values = Array.from({ length: n }, () => (run % 2 === 0 ? random() ** 2 : Math.floor(random() * 6)));
      expect([values, dipTest(values).dip]).toEqual([values, expect.closeTo(nearestUnimodal(values), 6)]);
    }
  });

  it("does not depend on scale, origin and order", () => {
    const random = seededRandom(8);
    const values = Array.from({ length: 200 }, () => normalDraw(random) + (random() < 0.3 ? 4 : 0));
    const { dip } = dipTest(values);
    expect(dipTest(values.map((x) => 1000 - 7 * x)).dip).toBeCloseTo(dip, 10);
    expect(dipTest(values.toReversed()).dip).toBe(dip);
  });

  it("has the published distribution on uniform samples: 95 % of those of 200 stay below 0.03684", () => {
    const random = seededRandom(4);
    const dips = Array.from({ length: 1000 }, () => dipTest(Array.from({ length: 200 }, random)).dip);
    expect(quantile(dips, 0.5)).toBeCloseTo(0.02558, 3);
    expect(quantile(dips, 0.95) / 0.03684).toBeGreaterThan(0.95);
    expect(quantile(dips, 0.95) / 0.03684).toBeLessThan(1.05);
  });

  it("refuses an empty sample", () => {
    expect(() => dipTest([])).toThrow("needs values; got none");
  });
});

describe("dipProbability()", () => {
  it.each([
    [10, 0.13961, 0.05],
    [20, 0.07334, 0.5],
    [50, 0.0812, 0.01],
    [100, 0.04715, 0.1],
    [1000, 0.01961, 0.01],
    [2000, 0.01627, 0.001],
    [10_000, 0.00542, 0.05],
  ])("for n = %i is at %d what the table of qDiptab says: %d", (n, dip, probability) => {
    expect(dipProbability(dip, n) / probability).toBeCloseTo(1, 1);
  });

  it("is 1 for a dip that every sample has and 0 beyond all that were simulated", () => {
    expect(dipProbability(1 / 6, 3)).toBe(1);
    expect(dipProbability(0.05, 10)).toBe(1);
    expect(dipProbability(0.25, 100)).toBe(0);
  });
});

/**
 * The definition, by halving: a distance is large enough when for some mode a convex function fits between F - d and F + d left of it, and
 * a concave one right of it, and the first need not end above the begin of the second. A convex one fits when the greatest convex function
 * below F + d stays above F - d; where it must end at least follows from the steepest rise the band forces on it.
 */
function nearestUnimodal(values: readonly number[]): number {
  const at = [...new Set(values)].sort((a, b) => a - b);
  const n = values.length;
  const below = at.map((x) => values.filter((v) => v < x).length / n); // F just before x
  const upTo = at.map((x) => values.filter((v) => v <= x).length / n);
  const fits = (d: number): boolean => at.some((_, mode) => convexFits(mode, d) && concaveFits(mode, d) && joins(mode, d));
  // Left of the mode F + d is lowest just before each jump, F - d highest just after it; at the mode itself the function may jump.
  const convexFits = (mode: number, d: number): boolean => {
    const points = at.slice(0, mode + 1).map((x, i): [number, number] => [x, (below[i] as number) + d]);
    return at.slice(0, mode).every((x, i) => below1(points, x) >= (upTo[i] as number) - d - 1e-12);
  };
  const concaveFits = (mode: number, d: number): boolean => {
    const points = at.slice(mode).map((x, i): [number, number] => [x, -((upTo[mode + i] as number) - d)]);
    return at.slice(mode + 1).every((x, i) => -below1(points, x) <= (below[mode + 1 + i] as number) + d + 1e-12);
  };
  const joins = (mode: number, d: number): boolean => {
    const x = (i: number): number => at[i] as number;
    const lower = (i: number): number => (upTo[i] as number) - d;
    const upper = (i: number): number => (below[i] as number) + d;
    let end = 0;
    for (let j = 0; j < mode; j++) {
      end = Math.max(end, lower(j));
      for (let i = 0; i < j; i++) end = Math.max(end, lower(j) + ((lower(j) - upper(i)) / (x(j) - x(i))) * (x(mode) - x(j)));
    }
    let begin = 1;
    for (let j = mode + 1; j < at.length; j++) {
      begin = Math.min(begin, upper(j));
      for (let k = j + 1; k < at.length; k++)
        begin = Math.min(begin, upper(j) - ((lower(k) - upper(j)) / (x(k) - x(j))) * (x(j) - x(mode)));
    }
    return end <= begin + 1e-12;
  };
  // value at x of the greatest convex function below all points
  const below1 = (points: readonly [number, number][], x: number): number => {
    let least = Number.POSITIVE_INFINITY;
    for (const [xa, ya] of points) {
      for (const [xb, yb] of points) {
        if (xa === x) least = Math.min(least, ya);
        else if (xa < x && xb > x) least = Math.min(least, ya + ((yb - ya) * (x - xa)) / (xb - xa));
      }
    }
    return least;
  };
  let [low, high] = [1 / (2 * n), 0.25];
  if (fits(low)) return low;
  for (let i = 0; i < 40; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return high;
}
