import { describe, expect, it } from "vitest";
import { autocorrelation, inefficiency } from "../../../app/statistics/autocorrelation.ts";
import { normalDraw } from "../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { driftOf, mserCut } from "../../../app/statistics/steadyState.ts";

describe("mserCut()", () => {
  it("cuts what is not settled yet, and nothing of a level series", () => {
    expect(mserCut([10, 40, 70, 100, 101, 99, 100, 101, 99, 100, 100, 100])).toBe(3);
    expect(mserCut([100, 101, 99, 100, 101, 99, 100, 101, 99, 100])).toBe(0);
    expect(mserCut([])).toBe(0);
  });

  it("works on means of five in MSER-5", () => {
    const values = Array.from({ length: 100 }, (_, i) => (i < 20 ? 5 * i : 100 + (i % 3)));
    expect(mserCut(values, 5)).toBe(20);
  });

  it("agrees with the definition, sum of squares over the square of the count, on random series", () => {
    const random = seededRandom(11);
    for (let run = 0; run < 200; run++) {
      const values = Array.from({ length: 10 + Math.floor(random() * 30) }, (_, i) => random() + 3 * Math.exp(-i / 4) + 1e6);
      const score = (d: number): number => {
        const rest = values.slice(d);
        const mean = rest.reduce((a, b) => a + b, 0) / rest.length;
        return rest.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rest.length ** 2;
      };
      const least = Math.min(...Array.from({ length: Math.floor(values.length / 2) + 1 }, (_, d) => score(d)));
      expect(score(mserCut(values))).toBeCloseTo(least, 6);
    }
  });
});

describe("driftOf()", () => {
  it("says the change as a share of the median", () => {
    expect(driftOf([90, 95, 100, 105, 110])?.change).toBeCloseTo(0.2, 10);
    expect(driftOf([110, 105, 100, 95, 90])?.change).toBeCloseTo(-0.2, 10);
  });

  it("says nothing where there is nothing to compare", () => {
    expect(driftOf([5])).toBeNull();
    expect(driftOf([0, 0, 0])).toBeNull();
  });
});

describe("inefficiency()", () => {
  /** An autoregressive series x' = a x + noise; its inefficiency is (1 + a) / (1 - a). */
  function autoregressive(a: number, length: number, seed: number): number[] {
    const random = seededRandom(seed);
    let x = 0;
    return Array.from({ length }, () => {
      x = a * x + normalDraw(random);
      return x;
    });
  }

  it.each([
    [0, 1],
    [0.5, 3],
    [0.8, 9],
  ])("of an autoregressive series with coefficient %s is %s", (a, truth) => {
    const estimates = [1, 2, 3, 4, 5].map((seed) => inefficiency(autoregressive(a, 4000, seed)));
    const mean = estimates.reduce((x, y) => x + y, 0) / estimates.length;
    expect(Math.abs(mean - truth) / truth).toBeLessThan(0.12);
  });

  it("is 1 for a constant series and for one that swings from value to value", () => {
    expect(inefficiency([3, 3, 3, 3])).toBe(1);
    expect(inefficiency([1, -1, 1, -1, 1, -1])).toBe(1);
    expect(autocorrelation([1, -1, 1, -1], 1)).toBe(-0.75);
  });
});
