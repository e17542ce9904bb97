import { describe, expect, it } from "vitest";
import { normalDraw } from "../../../app/statistics/normalDistribution.ts";
import { periodOf } from "../../../app/statistics/periodicity.ts";
import { seededRandom } from "../../../app/statistics/random.ts";

/** Throughput in bins of 250 ms that falls by `depth` for `width` bins every `period` bins. */
function dips(bins: number, period: number, width: number, depth: number, noise = 0.03, seed = 1): number[] {
  const random = seededRandom(seed);
  return Array.from({ length: bins }, (_, i) => 1000 * (i % period < width ? 1 - depth : 1) * (1 + noise * normalDraw(random)));
}

describe("periodOf()", () => {
  it.each([
    ["stalls every 2 s for half a second", 120, 8, 2, 0.8],
    ["stalls every 3 s for a quarter of a second", 120, 12, 1, 0.6],
    ["half of the time slower", 80, 10, 5, 0.3],
  ])("finds the period and the depth: %s", (_, bins, period, width, depth) => {
    const found = periodOf(dips(bins, period, width, depth), 0.25);
    expect(found?.periodSeconds).toBeCloseTo(period / 4, 1);
    expect(Math.abs((found?.depth ?? 0) - depth)).toBeLessThan(0.08);
  });

  it("refines a period that is no whole number of bins", () => {
    const values = Array.from({ length: 240 }, (_, i) => 100 + 20 * Math.sin((2 * Math.PI * i) / 9.4));
    expect((periodOf(values, 1)?.periodSeconds ?? 0) / 9.4).toBeCloseTo(1, 2);
  });

  it("finds it beside a trend", () => {
    const values = dips(120, 10, 2, 0.5).map((value, i) => value + 5 * i);
    expect(periodOf(values, 1)?.periodSeconds).toBeCloseTo(10, 1);
  });

  it("finds none in noise, in what wanders, in a single stall, in a ramp, more than once in fifty", () => {
    let found = 0;
    for (let seed = 1; seed <= 100; seed++) {
      const random = seededRandom(seed);
      let x = 0;
      const wandering = Array.from({ length: 100 }, () => {
        x = 0.8 * x + normalDraw(random);
        return 100 + x;
      });
      const noise = Array.from({ length: 100 }, () => 100 + normalDraw(random));
      const far = Array.from({ length: 240 }, () => {
        x = 0.97 * x + normalDraw(random);
        return 100 + x;
      });
      for (const values of [noise, wandering, far]) if (periodOf(values, 1) !== null) found++;
    }
    expect(found).toBeLessThanOrEqual(4);
    const stalled = dips(100, 1000, 0, 0).map((value, i) => (i >= 50 && i < 54 ? 10 : value));
    expect(periodOf(stalled, 1)).toBeNull();
    expect(periodOf([...new Array(100).keys()], 1)).toBeNull();
  });

  it("does not believe two dips, nor too few bins, nor a constant series", () => {
    expect(periodOf(dips(16, 8, 2, 0.8), 0.25)).toBeNull();
    expect(periodOf(dips(100, 40, 2, 0.8), 0.25)).toBeNull();
    expect(periodOf([1, 2, 1, 2], 1)).toBeNull();
    expect(periodOf(new Array(50).fill(100), 1)).toBeNull();
  });
});
