import { describe, expect, it } from "vitest";
import { kolmogorovTail } from "../../../app/statistics/kolmogorovSmirnov.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { twoSampleKolmogorovSmirnov } from "../../../app/statistics/twoSampleKolmogorovSmirnov.ts";

/** `length` values evenly from 1 to 100, moved by `shift`: the samples of scipy's TestKSTwoSamples. */
const spread = (length: number, shift = 0) => Array.from({ length }, (_, i) => 1 + (99 * i) / (length - 1) + shift);

describe("twoSampleKolmogorovSmirnov()", () => {
  it.each([
    ["110 values 20.1 higher", spread(100), spread(110, 20.1), 232 / 1100, 0.015739183865607353],
    ["110 values 19.9 higher", spread(100), spread(110, 19.9), 229 / 1100, 0.017803803861026313],
    ["100 values 2.1 higher", spread(100), spread(100, 2.1), 0.03, 0.9999999999962055],
    ["two among four", [1.01, 2.01], [1, 2, 3, 4], 0.5, 14 / 15],
    ["two below four", [0.99, 1.99], [1, 2, 3, 4], 0.75, 6 / 15],
  ])("agrees with scipy's exact probability: %s", (_, xs, ys, distance, probability) => {
    const test = twoSampleKolmogorovSmirnov(xs, ys);
    expect(test.distance).toBeCloseTo(distance, 14);
    expect(test.probability / probability).toBeCloseTo(1, 11);
    expect(twoSampleKolmogorovSmirnov(ys, xs).probability).toBeCloseTo(probability, 13);
  });

  it("is near the exact probability without counting: 0.018931 plain, 0.015880 with Stephens' correction", () => {
    const [xs, ys] = [spread(100), spread(110, 20.1)];
    expect(twoSampleKolmogorovSmirnov(xs, ys, "asymptotic").probability).toBeCloseTo(0.01588, 6);
    expect(kolmogorovTail(Math.sqrt(11_000 / 210) * (232 / 1100))).toBeCloseTo(0.018931, 6);
  });

  it("has the distance of the definition on random samples, with ties", () => {
    const random = seededRandom(12);
    for (let run = 0; run < 100; run++) {
      const xs = Array.from({ length: 1 + Math.floor(random() * 20) }, () => Math.floor(random() * 8));
      const ys = Array.from({ length: 1 + Math.floor(random() * 20) }, () => Math.floor(random() * 9));
      const upTo = (values: readonly number[], x: number) => values.filter((value) => value <= x).length / values.length;
      const distance = Math.max(...[...xs, ...ys].map((x) => Math.abs(upTo(xs, x) - upTo(ys, x))));
      expect(twoSampleKolmogorovSmirnov(xs, ys).distance).toBeCloseTo(distance, 12);
    }
  });

  it("rejects no more often than it says when both samples are of one distribution", () => {
    const random = seededRandom(13);
    const draw = (length: number) => Array.from({ length }, random);
    const rejected = Array.from({ length: 1000 }, () => twoSampleKolmogorovSmirnov(draw(20), draw(25)).probability).filter((p) => p < 0.05);
    expect(rejected.length).toBeGreaterThan(20);
    expect(rejected.length).toBeLessThan(60);
  });

  it("is sure that a sample does not differ from itself, and refuses an empty one", () => {
    expect(twoSampleKolmogorovSmirnov([1, 2, 3], [3, 2, 1])).toEqual({ distance: 0, probability: 1 });
    expect(() => twoSampleKolmogorovSmirnov([1], [])).toThrow("got 1 and 0");
  });
});
