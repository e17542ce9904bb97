import { describe, expect, it } from "vitest";
import { fitTwoSegment, linearAicc } from "../../../app/statistics/twoSegment.ts";

const points = (pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([connections, throughputRps]) => ({ connections, throughputRps }));

describe("fitTwoSegment()", () => {
  it("finds line, ceiling and knee of an exact pool: 10 at a time, 100 ms each", () => {
    const fit = fitTwoSegment(
      points([
        [1, 10],
        [2, 20],
        [5, 50],
        [10, 100],
        [25, 100],
        [50, 100],
      ]),
    );
    expect(fit.slopeRps).toBeCloseTo(10, 6);
    expect(fit.ceilingRps).toBeCloseTo(100, 6);
    expect(fit.kneeConnections).toBeCloseTo(10, 6);
  });

  it("prefers the corner over the line for the machine repairman of m = 10, 100 ms held, 20 ms outside", () => {
    // exact values of diagnosis.md 1: X(10) 83.33, X(12) 95.36, X(15) 99.79, X(20) 100 requests/s
    const pool = points([
      [1, 8.33],
      [5, 41.7],
      [10, 83.33],
      [12, 95.36],
      [15, 99.79],
      [20, 100],
      [40, 100],
    ]);
    expect(linearAicc(pool) - fitTwoSegment(pool).aicc).toBeGreaterThan(4);
    expect(fitTwoSegment(pool).kneeConnections).toBeCloseTo(12, 0);
  });

  it("does not prefer a corner where growth goes on", () => {
    const line = points([
      [1, 10],
      [2, 20.1],
      [5, 49.8],
      [10, 100.5],
      [25, 249],
      [50, 501],
    ]);
    expect(linearAicc(line) - fitTwoSegment(line).aicc).toBeLessThan(4);
  });

  it("refuses a single point and points at zero", () => {
    expect(() => fitTwoSegment(points([[1, 10]]))).toThrow("2 or more points");
    expect(() =>
      fitTwoSegment(
        points([
          [1, 0],
          [2, 10],
        ]),
      ),
    ).toThrow("above zero");
  });
});
