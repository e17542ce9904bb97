import { describe, expect, it } from "vitest";
import { effectiveCount, effectiveSize } from "../../../app/statistics/effectiveSize.ts";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { normalDraw } from "../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../app/statistics/random.ts";

describe("effectiveSize()", () => {
  it("is n (1 - a) / (1 + a) for an autoregressive series, and n for independent values", () => {
    const random = seededRandom(4);
    let x = 0;
    const series = Array.from({ length: 20_000 }, () => {
      x = 0.8 * x + normalDraw(random);
      return x;
    });
    expect(effectiveSize(series) / (20_000 / 9)).toBeGreaterThan(0.8);
    expect(effectiveSize(series) / (20_000 / 9)).toBeLessThan(1.25);
    const independent = Array.from({ length: 2000 }, () => normalDraw(random));
    expect(effectiveSize(independent)).toBeGreaterThan(1600);
  });
});

describe("effectiveCount()", () => {
  /** Ticks of `perTick` latencies around a level that wanders from tick to tick by `wander`, ms. */
  function ticks(count: number, perTick: number, wander: number, seed: number) {
    const random = seededRandom(seed);
    return Array.from({ length: count }, () => {
      const histogram = new LatencyHistogram();
      const level = 20_000 + 1000 * wander * normalDraw(random);
      for (let i = 0; i < perTick; i++) histogram.record(level + 1000 * normalDraw(random));
      return histogram;
    });
  }

  it("is nearly all of independent latencies", () => {
    const counts = [1, 2, 3, 4, 5].map((seed) => effectiveCount(ticks(60, 200, 0, seed)) / 12_000);
    expect(counts.reduce((a, b) => a + b) / 5).toBeGreaterThan(0.75);
    expect(Math.max(...counts)).toBeLessThanOrEqual(1);
  });

  it("is about the number of ticks times (1 + 1/wander²) when the latencies of a tick move together", () => {
    // a latency's variance is 1 + wander² ms², that of the mean of 60 ticks (wander² + 1/200) / 60
    const counts = [1, 2, 3, 4, 5, 6].map((seed) => effectiveCount(ticks(60, 200, 2, seed)) / (60 * (5 / 4.005)));
    const mean = counts.reduce((a, b) => a + b) / counts.length;
    expect(mean).toBeGreaterThan(0.7);
    expect(mean).toBeLessThan(1.2);
  });

  it("takes all where ticks are too few to tell, and skips ticks without answers", () => {
    expect(effectiveCount(ticks(7, 50, 3, 1))).toBe(350);
    const some = ticks(20, 50, 3, 1);
    expect(effectiveCount([...some, new LatencyHistogram()])).toBe(effectiveCount(some));
    expect(effectiveCount([])).toBe(0);
  });
});
