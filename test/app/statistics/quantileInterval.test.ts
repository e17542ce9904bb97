import { describe, expect, it } from "vitest";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { countToBound, quantileInterval } from "../../../app/statistics/quantileInterval.ts";
import { seededRandom } from "../../../app/statistics/random.ts";

function recorded(values: readonly number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

describe("quantileInterval()", () => {
  it("is the values of rank n p -+ 1.96 sqrt(n p (1 - p)): of 1 to 1000 µs, p50 470..531 and p99 984..997", () => {
    const histogram = recorded(Array.from({ length: 1000 }, (_, i) => i + 1));
    expect(quantileInterval(histogram, 0.5)).toEqual({ value: 500, low: 470, high: 531 }); // 500 -+ 30.99
    expect(quantileInterval(histogram, 0.99)).toEqual({ value: 990, low: 984, high: 997 }); // 990 -+ 6.17
  });

  it("claims a percentile only with ten values beyond it: p99 from 1000 on, p99.9 from 10 000", () => {
    const of = (count: number) => recorded(Array.from({ length: count }, (_, i) => i + 1));
    expect(quantileInterval(of(999), 0.99)).toBeNull();
    expect(quantileInterval(of(1000), 0.99)).not.toBeNull();
    expect(quantileInterval(of(9999), 0.999)).toBeNull();
    expect(quantileInterval(of(10_000), 0.999)).not.toBeNull();
    expect(quantileInterval(of(100_000), 0.99, 900)).toBeNull();
    expect(quantileInterval(new LatencyHistogram(), 0.5)).toBeNull();
  });

  it("is wider when few latencies are independent", () => {
    const histogram = recorded(Array.from({ length: 1000 }, (_, i) => i + 1));
    expect(quantileInterval(histogram, 0.5, 100)).toEqual({ value: 500, low: 403, high: 598 }); // 0.5 -+ 0.098
    expect(quantileInterval(histogram, 0.5, 1e9)).toEqual(quantileInterval(histogram, 0.5));
  });

  it.each([0.5, 0.9, 0.99])("holds the true percentile about 95 times in 100, p = %d", (p) => {
    const random = seededRandom(5);
    const truth = -50_000 * Math.log(1 - p);
    let held = 0;
    for (let run = 0; run < 300; run++) {
      const histogram = recorded(Array.from({ length: 2000 }, () => -50_000 * Math.log(1 - random())));
      const interval = quantileInterval(histogram, p);
      if (interval !== null && interval.low <= truth && truth <= interval.high) held++;
    }
    expect(held / 300).toBeGreaterThan(0.92);
    expect(held / 300).toBeLessThan(0.985);
  });

  it("refuses what is no percentile", () => {
    expect(() => quantileInterval(new LatencyHistogram(), 1)).toThrow("0 < p < 1; got 1");
  });
});

describe("countToBound()", () => {
  it("is 299 for p99 and 2995 for p99.9", () => {
    expect(countToBound(0.99)).toBe(299);
    expect(countToBound(0.999)).toBe(2995);
  });
});
