import { describe, expect, it } from "vitest";
import { kolmogorovSmirnov, kolmogorovTail } from "../../../app/statistics/kolmogorovSmirnov.ts";

const uniform = (x: number) => Math.min(1, Math.max(0, x));

describe("kolmogorovSmirnov()", () => {
  it("finds the largest difference, below and above a step", () => {
    expect(kolmogorovSmirnov([0.5], uniform).distance).toBe(0.5);
    expect(kolmogorovSmirnov([0.1, 0.2, 0.3], uniform).distance).toBeCloseTo(0.7, 12);
    expect(kolmogorovSmirnov([0.9, 0.8, 0.7], uniform).distance).toBeCloseTo(0.7, 12);
  });

  it.each([
    [1.2238, 0.1],
    [1.3581, 0.05],
    [1.6276, 0.01],
    [1.9495, 0.001],
  ])("has Smirnov's critical value %d at %d", (x, probability) => {
    expect(kolmogorovTail(x) / probability).toBeCloseTo(1, 2);
  });

  it.each([
    [10, 0.274, 0.6284796154565042], // Marsaglia, Tsang, Wang, "Evaluating Kolmogorov's Distribution", J. Stat. Software 8(18), 2003
    [2000, 0.04, 0.9967694319171325],
  ])("agrees with the exact distribution for n = %i, D = %d within 0.01", (n, distance, below) => {
    // values evenly spread over 0..1 but for a gap: the largest difference is the one asked for
    const values = Array.from({ length: n }, (_, i) => Math.max(0, (i + 1) / n - distance));
    const test = kolmogorovSmirnov(values, uniform);
    expect(test.distance).toBeCloseTo(distance, 9);
    expect(Math.abs(test.probability - (1 - below))).toBeLessThan(0.01);
  });
});
