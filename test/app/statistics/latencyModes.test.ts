import { describe, expect, it } from "vitest";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { latencyModes } from "../../../app/statistics/latencyModes.ts";
import { evenSample, logDensity, logSpans, STEP, silvermanWidth } from "../../../app/statistics/logLatency.ts";
import { normalDraw } from "../../../app/statistics/normalDistribution.ts";
import { type Random, seededRandom } from "../../../app/statistics/random.ts";
import { ERUPTIONS_MINUTES } from "./datasets.ts";

type Draw = (random: Random) => number; // ms
const lognormal =
  (medianMs: number, sigma: number): Draw =>
  (random) =>
    medianMs * Math.exp(sigma * normalDraw(random));
const exponential =
  (meanMs: number, fromMs = 0): Draw =>
  (random) =>
    fromMs - meanMs * Math.log(1 - random());
const mixture =
  (share: number, rare: Draw, usual: Draw): Draw =>
  (random) =>
    random() < share ? rare(random) : usual(random);

function recorded(draw: Draw, count: number, seed: number, roundMs?: number): LatencyHistogram {
  const random = seededRandom(seed);
  const histogram = new LatencyHistogram();
  for (let i = 0; i < count; i++) {
    const ms = draw(random);
    histogram.record(1000 * (roundMs === undefined ? ms : Math.floor(ms / roundMs) * roundMs));
  }
  return histogram;
}
const modesOf = (draw: Draw, count = 5000, seed = 1, roundMs?: number) => latencyModes(recorded(draw, count, seed, roundMs)).modes;
const near = (value: number, share: number) => expect.closeTo(value, -Math.log10(2 * share * value));

describe("latencyModes()", () => {
  it("finds two modes with their places and shares", () => {
    const { modes, probability } = latencyModes(recorded(mixture(0.3, lognormal(30, 0.3), lognormal(2, 0.3)), 5000, 1));
    expect(modes).toEqual([
      { latencyMs: near(2, 0.1), share: near(0.7, 0.05), upToMs: near(7.7, 0.5) },
      { latencyMs: near(30, 0.1), share: near(0.3, 0.05), upToMs: Number.POSITIVE_INFINITY },
    ]);
    expect(probability).toBeLessThan(0.001);
  });

  it("finds three", () => {
    const three = mixture(0.4, lognormal(1, 0.2), mixture(0.5, lognormal(8, 0.2), lognormal(60, 0.2)));
    expect(modesOf(three).map(({ latencyMs }) => latencyMs)).toEqual([near(1, 0.1), near(8, 0.1), near(60, 0.1)]);
    const [low, high] = modesOf(three).map(({ upToMs }) => upToMs);
    expect([low, high]).toEqual([near(2.8, 0.5), near(22, 0.5)]); // between the peaks
  });

  it.each([
    ["lognormal, narrow", lognormal(5, 0.3)],
    ["lognormal, wide", lognormal(5, 1)],
    ["exponential: a coefficient of bimodality would call it bimodal", exponential(5)],
    ["a constant with a short tail", exponential(0.5, 10)],
    ["Pareto with infinite variance", (random: Random) => (1 - random()) ** (-1 / 1.5)],
    ["a wide tail of one in a hundred", mixture(0.01, exponential(3, 0.2), exponential(0.05, 0.2))],
    ["always the same", () => 7],
  ])("sees one mode: %s", (_, draw) => {
    for (const seed of [1, 2, 3]) for (const count of [200, 2000, 20_000]) expect(modesOf(draw, count, seed)).toHaveLength(1);
  });

  it("is not misled by whole milliseconds, in which every value stands in a heap", () => {
    expect(modesOf(lognormal(5, 0.3), 1000, 1, 1)).toHaveLength(1);
    expect(modesOf(exponential(5), 10_000, 1, 1)).toHaveLength(1);
    expect(modesOf(exponential(0.2), 10_000, 1, 0.1)).toHaveLength(1);
    const two = modesOf(mixture(0.3, lognormal(60, 0.2), lognormal(6, 0.2)), 5000, 1, 1);
    expect(two.map(({ latencyMs }) => latencyMs)).toEqual([near(6, 0.15), near(60, 0.1)]);
  });

  it("finds a mode of one in a hundred behind a gap that the dip does not show, stragglers in the gap or not", () => {
    const clear = latencyModes(recorded(mixture(0.01, exponential(0.5, 40), exponential(0.05, 0.2)), 10_000, 1));
    expect(clear.probability).toBeGreaterThan(0.5);
    expect(clear.modes).toEqual([
      expect.objectContaining({ latencyMs: near(0.22, 0.1) }),
      { latencyMs: near(40.5, 0.05), share: near(0.01, 0.15), upToMs: Number.POSITIVE_INFINITY },
    ]);
    const strewn = mixture(0.03, exponential(0.5, 40), mixture(0.01, exponential(8, 0.2), exponential(0.05, 0.2)));
    expect(modesOf(strewn, 10_000)[1]).toEqual({ latencyMs: near(40.5, 0.05), share: near(0.03, 0.2), upToMs: Number.POSITIVE_INFINITY });
  });

  it("parts connects tried again after 1 s and after 3 s", () => {
    const again = mixture(0.005, mixture(0.4, exponential(2, 3000), exponential(2, 1000)), lognormal(4, 0.5));
    expect(modesOf(again, 20_000).map(({ latencyMs }) => latencyMs)).toEqual([near(4, 0.2), near(1002, 0.02), near(3002, 0.02)]);
  });

  it("takes nine slow requests for stragglers, ten for a mode, and ten dependent ones for stragglers", () => {
    const slow = (count: number) => {
      const histogram = recorded(lognormal(2, 0.2), 2000, 1);
      for (let i = 0; i < count; i++) histogram.record(90_000 + 100 * i);
      return histogram;
    };
    expect(latencyModes(slow(9)).modes).toHaveLength(1);
    expect(latencyModes(slow(10)).modes).toHaveLength(2);
    expect(latencyModes(slow(10), 1000).modes).toHaveLength(1);
  });

  it("believes two heaps less when few of the latencies are independent", () => {
    const histogram = recorded(mixture(0.3, lognormal(6, 0.2), lognormal(2.5, 0.2)), 5000, 1);
    expect(latencyModes(histogram).modes).toHaveLength(2);
    expect(latencyModes(histogram, 15).modes).toHaveLength(1);
  });

  it("takes modes less than a factor 1.5 apart for one", () => {
    const draw = mixture(0.5, lognormal(6.5, 0.04), lognormal(5, 0.04));
    const { modes, probability } = latencyModes(recorded(draw, 5000, 1));
    expect(probability).toBeLessThan(0.01);
    expect(modes).toHaveLength(1);
    expect(modesOf(mixture(0.5, lognormal(9, 0.04), lognormal(5, 0.04)))).toHaveLength(2);
  });

  it("leaves a fast mode of three in a hundred to its neighbour: no gap is looked for below", () => {
    const draw = mixture(0.03, lognormal(0.1, 0.1), mixture(0.3, lognormal(30, 0.2), lognormal(2, 0.2)));
    expect(modesOf(draw, 10_000).map(({ latencyMs }) => latencyMs)).toEqual([near(2, 0.1), near(30, 0.1)]);
  });

  it("has no mode without latencies, and shares that add up to 1", () => {
    expect(latencyModes(new LatencyHistogram())).toEqual({ modes: [], probability: 1 });
    for (const seed of [1, 2, 3]) {
      const modes = modesOf(mixture(0.2, lognormal(50, 0.4), lognormal(3, 0.4)), 3000, seed);
      expect(modes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 10);
    }
  });
});

describe("logDensity()", () => {
  it("uses Silverman's width: 0.3348 for the eruptions of Old Faithful (R, bw.nrd0)", () => {
    expect(silvermanWidth(ERUPTIONS_MINUTES)).toBeCloseTo(0.3348, 4);
  });

  it("sums to 1 and follows the density that was drawn from", () => {
    const spans = logSpans(recorded(lognormal(5, 0.5), 100_000, 2));
    const { from, cells } = logDensity(spans, 100_000);
    expect(cells.reduce((a, b) => a + b)).toBeCloseTo(1, 3);
    for (const z of [-1.5, -0.5, 0, 0.5, 1.5]) {
      const cell = Math.floor((Math.log(5000) + 0.5 * z - from) / STEP);
      const drawn = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI) / 0.5) * STEP;
      expect((cells[cell] as number) / drawn).toBeGreaterThan(0.9);
      expect((cells[cell] as number) / drawn).toBeLessThan(1.1);
    }
  });

  it("spreads a bucket's latencies over what was rounded into it", () => {
    const histogram = new LatencyHistogram();
    for (let i = 0; i < 4; i++) histogram.record(101);
    expect(evenSample(logSpans(histogram), 4).map((x) => Math.exp(x).toFixed(2))).toEqual(["100.62", "100.87", "101.12", "101.37"]);
  });
});
