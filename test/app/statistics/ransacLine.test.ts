import { describe, expect, it } from "vitest";
import { normalDraw } from "../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { ransacLine } from "../../../app/statistics/ransacLine.ts";
import { theilSen } from "../../../app/statistics/trend.ts";

describe("ransacLine()", () => {
  it("is the line of least squares when every point agrees", () => {
    // Sen (1968): least squares by hand: sum (x - 50/7)(y - 241/7) / sum (x - 50/7)²
    const xs = [1, 2, 3, 4, 10, 12, 18];
    const ys = [9, 15, 19, 20, 45, 55, 78];
    const { slope, intercept, inliers } = ransacLine(xs, ys, { tolerance: 100 });
    expect(slope).toBeCloseTo((7 * 2690 - 50 * 241) / (7 * 598 - 50 * 50), 10);
    expect(intercept).toBeCloseTo(241 / 7 - (slope * 50) / 7, 10);
    expect(inliers).toHaveLength(7);
  });

  it("holds with 45 % of the points wild, where Theil and Sen's does not", () => {
    const random = seededRandom(3);
    const wild = (i: number) => i >= 55;
    const ys = Array.from({ length: 100 }, (_, i) => (wild(i) ? 2000 + 50 * random() - 8 * i : 2 * i + 5 + 0.5 * normalDraw(random)));
    const xs = [...ys.keys()];
    const { slope, intercept, inliers } = ransacLine(xs, ys, { tolerance: 2 });
    expect(slope).toBeCloseTo(2, 1);
    expect(Math.abs(intercept - 5)).toBeLessThan(0.5);
    expect(inliers).toEqual(xs.filter((i) => inliers.includes(i) && !wild(i)));
    expect(inliers.length).toBeGreaterThan(50);
    expect(Math.abs(theilSen(xs, ys).slope - 2)).toBeGreaterThan(1);
  });

  it("gives the same line for the same seed, and takes its tolerance from the values", () => {
    const random = seededRandom(4);
    const ys = Array.from({ length: 60 }, (_, i) => (i % 6 === 0 ? 200 : 10 + 0.05 * i + normalDraw(random)));
    const xs = [...ys.keys()];
    expect(ransacLine(xs, ys, { seed: 9 })).toEqual(ransacLine(xs, ys, { seed: 9 }));
    const { slope, inliers } = ransacLine(xs, ys);
    expect(slope).toBeGreaterThan(0);
    expect(slope).toBeLessThan(0.1);
    expect(inliers.length).toBeLessThanOrEqual(50);
  });

  it("refuses points that lie above one another", () => {
    expect(() => ransacLine([2, 2], [1, 5])).toThrow(/different x; got 2 x and 2 y/);
  });
});
