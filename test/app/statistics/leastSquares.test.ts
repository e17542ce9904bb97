import { describe, expect, it } from "vitest";
import { type Curve, fitCurve } from "../../../app/statistics/leastSquares.ts";
import { normalDraw } from "../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../app/statistics/random.ts";

const line: Curve = { value: (x, [a = 0, b = 0]) => a + b * x, gradient: (x) => [1, x] };

describe("fitCurve()", () => {
  it("agrees with NIST's Misra1a: parameters, standard errors and residual deviation", () => {
    // NIST Statistical Reference Datasets, nonlinear regression, Misra1a: y = b1 (1 - exp(-b2 x))
    const y = [10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.4, 75.47, 81.78];
    const x = [77.6, 114.9, 141.1, 190.8, 239.9, 289, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760];
    const curve: Curve = {
      value: (at, [b1 = 0, b2 = 0]) => b1 * (1 - Math.exp(-b2 * at)),
      gradient: (at, [b1 = 0, b2 = 0]) => [1 - Math.exp(-b2 * at), b1 * at * Math.exp(-b2 * at)],
    };
    const observations = x.map((at, i) => ({ x: at, y: y[i] as number, weight: 1 }));
    for (const start of [
      [500, 0.0001],
      [250, 0.0005],
    ]) {
      const fit = fitCurve(curve, observations, start);
      expect((fit.parameters[0] as number) / 238.94212918).toBeCloseTo(1, 7);
      expect((fit.parameters[1] as number) / 5.5015643181e-4).toBeCloseTo(1, 7);
      expect((fit.standardErrors[0] as number) / 2.7070075241).toBeCloseTo(1, 6);
      expect((fit.standardErrors[1] as number) / 7.2668688436e-6).toBeCloseTo(1, 6);
      expect(fit.residualStandardError).toBeCloseTo(0.1018787633, 8);
    }
  });

  it("is weighted linear regression on a line", () => {
    const random = seededRandom(2);
    for (let run = 0; run < 20; run++) {
      const observations = Array.from({ length: 8 }, (_, x) => ({ x, y: 3 - 2 * x + normalDraw(random), weight: 0.1 + random() }));
      const [w, wx, wy, wxx, wxy] = ["1", "x", "y", "xx", "xy"].map((term) =>
        observations.reduce(
          (sum, o) =>
            sum + o.weight * (term === "x" ? o.x : term === "y" ? o.y : term === "xx" ? o.x * o.x : term === "xy" ? o.x * o.y : 1),
          0,
        ),
      ) as [number, number, number, number, number];
      const slope = (w * wxy - wx * wy) / (w * wxx - wx * wx);
      const fit = fitCurve(line, observations, [0, 0]);
      expect(fit.parameters[1]).toBeCloseTo(slope, 8);
      expect(fit.parameters[0]).toBeCloseTo((wy - slope * wx) / w, 8);
    }
  });

  it("has no standard error without more observations than parameters, and refuses fewer", () => {
    const two = [0, 1].map((x) => ({ x, y: x, weight: 1 }));
    expect(fitCurve(line, two, [5, 5])).toMatchObject({
      standardErrors: [Number.NaN, Number.NaN],
      parameters: [expect.closeTo(0, 6), expect.closeTo(1, 6)],
    });
    expect(() => fitCurve(line, two.slice(1), [0, 0])).toThrow("2 parameters need as many observations; got 1");
  });
});
