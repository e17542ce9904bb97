import { describe, expect, it } from "vitest";
import { meanInterval, product } from "../../../app/statistics/interval.ts";
import { mean, relativeSpread, standardDeviation } from "../../../app/statistics/moments.ts";
import { median, quantile } from "../../../app/statistics/quantile.ts";
import { tFactor95 } from "../../../app/statistics/studentT.ts";

describe("moments and quantiles", () => {
  it("agree with R: mean, sd and quantile type 7 of 2, 4, 4, 4, 5, 5, 7, 9", () => {
    const values = [2, 4, 4, 4, 5, 5, 7, 9];
    expect(mean(values)).toBe(5);
    expect(standardDeviation(values)).toBeCloseTo(2.13809, 5); // n - 1
    expect(quantile(values, 0.9)).toBeCloseTo(7.6, 10);
    expect(median(values)).toBe(4.5);
  });

  it("measures spread against the mean", () => {
    expect(relativeSpread([90, 100, 110])).toBeCloseTo(0.2, 10);
  });

  it("refuses an empty list and a p outside 0..1, and says what it got", () => {
    expect(() => mean([])).toThrow("at least one value");
    expect(() => quantile([1], 1.5)).toThrow("p 1.5");
  });
});

describe("tFactor95()", () => {
  it.each([
    // degrees of freedom, published 97.5 % quantile (any table of Student's t)
    [1, 12.706],
    [3, 3.182],
    [10, 2.228],
    [30, 2.042],
    [40, 2.021],
    [60, 2.0],
    [120, 1.98],
  ])("%i degrees of freedom: %f", (degrees, published) => {
    expect(tFactor95(degrees)).toBeCloseTo(published, 2);
  });

  it("refuses less than one degree of freedom", () => {
    expect(() => tFactor95(0)).toThrow("1 or more; got 0");
  });
});

describe("meanInterval()", () => {
  it("is the textbook interval: mean 10, sd 2, n 4 gives 10 ± 3.18", () => {
    const { low, high } = meanInterval([8, 9, 11, 12].map((x) => 10 + (x - 10) * (2 / Math.sqrt(10 / 3))));
    expect(high - 10).toBeCloseTo(3.182, 2);
    expect(10 - low).toBeCloseTo(3.182, 2);
  });

  it("gives a single value no width", () => {
    expect(meanInterval([7])).toEqual({ value: 7, low: 7, high: 7 });
  });
});

describe("product()", () => {
  it("adds relative errors as squares, on the log scale", () => {
    const { value, low, high } = product({ value: 40, low: 38.8, high: 41.2 }, { value: 0.05, low: 0.048, high: 0.052 }); // 3 % and 4 %
    expect(value).toBeCloseTo(2, 10);
    expect(high).toBeCloseTo(2 * Math.exp(0.05), 6);
    expect(low).toBeCloseTo(2 / Math.exp(0.05), 6);
  });
});
