import { describe, expect, it } from "vitest";
import { changePoints } from "../../../app/statistics/changePoints.ts";
import { normalDraw } from "../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../app/statistics/random.ts";

/** Stretches of [length, mean, deviation]. */
function series(seed: number, ...stretches: readonly (readonly [number, number, number])[]): number[] {
  const random = seededRandom(seed);
  return stretches.flatMap(([length, mean, deviation]) => Array.from({ length }, () => mean + deviation * normalDraw(random)));
}
const places = (values: readonly number[]) => changePoints(values).map(({ index }) => index);

describe("changePoints()", () => {
  it("finds where a series changes, exactly when the change is clear", () => {
    expect(places(series(1, [30, 100, 3], [30, 150, 3]))).toEqual([30]);
    expect(places(series(2, [20, 100, 3], [40, 60, 3], [25, 100, 3]))).toEqual([20, 60]);
    expect(changePoints(series(1, [30, 100, 3], [30, 150, 3]))[0]?.probability).toBeCloseTo(1 / 300, 12);
  });

  it("finds a small change of the mean within a few values, and a change of the spread alone", () => {
    const [mean = 0] = places(series(3, [60, 100, 5], [60, 106, 5]));
    expect(Math.abs(mean - 60)).toBeLessThan(8);
    const [spread = 0] = places(series(4, [100, 100, 1], [100, 100, 8]));
    expect(Math.abs(spread - 100)).toBeLessThan(8);
  });

  it("finds one in about a hundred series without a change", () => {
    let found = 0;
    for (let seed = 1; seed <= 300; seed++) if (changePoints(series(seed, [40, 100, 5])).length > 0) found++;
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(9);
  });

  it("takes a stall of two seconds for no state of its own, nor a constant series for several", () => {
    const stalled = series(5, [20, 100, 3], [2, 5, 1], [20, 100, 3]);
    expect(places(stalled)).toEqual([]);
    expect(places(new Array(30).fill(7))).toEqual([]);
    expect(places([1, 2, 3])).toEqual([]);
    expect(places([])).toEqual([]);
  });

  it("needs five values on both sides of a change, unless told otherwise", () => {
    const few = [1, 2, 1.5, 2.5, 11, 12, 11.5, 12.5];
    expect(changePoints(few, { significance: 0.05 })).toEqual([]);
    expect(changePoints(few, { shortest: 4, significance: 0.05 })).toMatchObject([{ index: 4 }]);
  });

  it("cuts where the definition is largest", () => {
    const random = seededRandom(8);
    for (let run = 0; run < 20; run++) {
      const values = Array.from({ length: 24 }, (_, i) => random() + (i < 12 ? 0 : 3));
      const distance = (at: number) => {
        const [x, y] = [values.slice(0, at), values.slice(at)];
        const mean = (a: readonly number[], b: readonly number[]) =>
          a.flatMap((p) => b.map((q) => Math.abs(p - q))).reduce((s, d) => s + d, 0);
        const [m, n] = [x.length, y.length];
        return ((m * n) / (m + n)) * ((2 * mean(x, y)) / (m * n) - mean(x, x) / (m * (m - 1)) - mean(y, y) / (n * (n - 1)));
      };
      const cuts = Array.from({ length: 15 }, (_, i) => i + 5);
      const best = cuts.reduce((a, b) => (distance(b) > distance(a) ? b : a));
      expect(places(values)).toContain(best);
    }
  });

  it("gives the same for the same seed, and refuses what would take minutes", () => {
    const values = series(6, [30, 100, 5], [30, 104, 5]);
    expect(changePoints(values, { seed: 3 })).toEqual(changePoints(values, { seed: 3 }));
    expect(() => changePoints(new Array(1001).fill(1))).toThrow("1000 values at most; got 1001");
  });
});
