import { describe, expect, it } from "vitest";
import { parseThinkTime } from "../../../app/model/thinkTime.ts";
import { arrivalTimes } from "../../../app/statistics/arrivals.ts";
import { kolmogorovSmirnov } from "../../../app/statistics/kolmogorovSmirnov.ts";
import { mean, standardDeviation } from "../../../app/statistics/moments.ts";
import { normalCdf } from "../../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../../app/statistics/random.ts";
import { drawThinkTime, meanThinkTimeMs, thinkTimeCdf } from "../../../app/statistics/thinkTimeDistribution.ts";

const CONTINUOUS = ["exp:50ms", "uniform:20ms..80ms", "normal:50ms~10ms", "normal:50ms~50ms", "lognormal:50ms~30ms"];
const draws = (text: string, n: number, seed = 7) => {
  const random = seededRandom(seed);
  return Array.from({ length: n }, () => drawThinkTime(parseThinkTime(text), random));
};

describe("normalCdf()", () => {
  it.each([
    [0, 0.5],
    [-1, 0.15865525393145707], // R: pnorm()
    [1.96, 0.9750021048517795],
    [3, 0.9986501019683699],
    [-6, 9.865876450376981e-10],
  ])("of %d", (x, probability) => expect(Math.abs(normalCdf(x) - probability)).toBeLessThan(1e-13));
});

describe.each(CONTINUOUS)("%s", (text) => {
  const thinkTime = parseThinkTime(text);

  it("draws what its distribution says: not rejected at n = 2000", () => {
    expect(kolmogorovSmirnov(draws(text, 2000), (ms) => thinkTimeCdf(thinkTime, ms)).probability).toBeGreaterThan(0.05);
  });

  it("is told from the same distribution made 10 % longer", () => {
    expect(kolmogorovSmirnov(draws(text, 5000), (ms) => thinkTimeCdf(thinkTime, ms / 1.1)).probability).toBeLessThan(0.001);
  });

  it("has the mean it tells", () => {
    const values = draws(text, 100_000);
    const error = standardDeviation(values) / Math.sqrt(values.length);
    expect(Math.abs(mean(values) - meanThinkTimeMs(thinkTime))).toBeLessThan(4 * error);
  });
});

describe("a normal think time", () => {
  it("has a higher mean for being cut at 0, and says so", () => {
    // mean + deviation·density(1) / P(1) = 50 + 50·0.24197072451914337 / 0.8413447460685429
    expect(meanThinkTimeMs(parseThinkTime("normal:50ms~50ms"))).toBeCloseTo(64.3799985, 6);
    expect(meanThinkTimeMs(parseThinkTime("normal:50ms~10ms"))).toBeCloseTo(50.0000149, 6);
  });
});

describe("arrivalTimes()", () => {
  const take = (thread: number, threads: number, n: number, kind: "poisson" | "constant" = "poisson") => {
    const arrivals = arrivalTimes({ kind, rateRps: 200, seed: 3, level: 1, thread, threads });
    return Array.from({ length: n }, () => arrivals.next().value);
  };

  it("is a Poisson process: gaps of 5 ms on average, exponentially distributed", () => {
    const times = take(0, 1, 2000);
    const gaps = times.map((ms, i) => ms - (times[i - 1] ?? 0));
    expect(kolmogorovSmirnov(gaps, (ms) => thinkTimeCdf({ kind: "exponential", meanMs: 5 }, ms)).probability).toBeGreaterThan(0.05);
  });

  it("is the same process however many threads share it", () => {
    const shared = [0, 1, 2].flatMap((thread) => take(thread, 3, 100)).sort((a, b) => a - b);
    expect(shared).toEqual(take(0, 1, 300));
  });

  it("interleaves constant arrivals", () => {
    expect(take(1, 2, 3, "constant")).toEqual([5, 15, 25]);
  });
});
