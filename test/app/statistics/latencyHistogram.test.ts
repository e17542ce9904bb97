import { build } from "hdr-histogram-js";
import { describe, expect, it } from "vitest";
import { HIGHEST_US, LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";

/** Mulberry32: the same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Latencies over all orders of magnitude, whole microseconds. */
function latencies(seed: number, count: number): number[] {
  const random = seeded(seed);
  return Array.from({ length: count }, () => Math.round(10 ** (random() * 7.778)));
}

function recorded(values: readonly number[]): LatencyHistogram {
  const histogram = new LatencyHistogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

describe("LatencyHistogram", () => {
  it.each(SEEDS)("has the percentiles of hdr-histogram-js on random data, seed %i", (seed) => {
    const values = latencies(seed, 500 * seed);
    const ours = recorded(values);
    const theirs = build({ lowestDiscernibleValue: 1, highestTrackableValue: HIGHEST_US, numberOfSignificantValueDigits: 3 });
    for (const value of values) theirs.recordValue(value);
    const max = Math.max(...values); // ours never says more than was seen
    for (const p of [0.001, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999, 1]) {
      expect([p, ours.quantile(p)]).toEqual([p, Math.min(max, theirs.getValueAtPercentile(p * 100))]);
    }
  });

  it.each(SEEDS)("agrees with the sorted data within 0.1 %, and exactly below 2 ms, seed %i", (seed) => {
    const values = latencies(seed, 1000).sort((a, b) => a - b);
    const histogram = recorded(values);
    for (let rank = 1; rank <= 1000; rank++) {
      const exact = values[rank - 1] as number;
      const read = histogram.quantile(rank / 1000);
      expect(read).toBeGreaterThanOrEqual(exact);
      expect(read - exact).toBeLessThanOrEqual(exact < 2048 ? 0 : exact / 1000);
    }
  });

  it.each(SEEDS)("merging parts gives what recording all gives, seed %i", (seed) => {
    const values = latencies(seed, 2000);
    const merged = new LatencyHistogram();
    const random = seeded(seed + 100);
    for (let at = 0; at < values.length; ) {
      const size = Math.floor(random() * 300); // 0 is a part too
      merged.add(recorded(values.slice(at, at + size)).toLatencies());
      at += size;
    }
    const whole = recorded(values);
    expect(merged.toLatencies()).toEqual({ ...whole.toLatencies(), sumOfSquaresUs2: merged.sumOfSquaresUs2 });
    expect(merged.sumOfSquaresUs2 / whole.sumOfSquaresUs2).toBeCloseTo(1, 12); // beyond 2^53 the order of adding shows
  });

  it("is not led to the next rank by a rounding: 0.55 · 100 is 55.00000000000001", () => {
    const histogram = recorded(Array.from({ length: 100 }, (_, i) => i + 1));
    expect([0.07, 0.14, 0.28, 0.29, 0.55, 0.57].map((p) => histogram.quantile(p))).toEqual([7, 14, 28, 29, 55, 57]);
  });

  it("keeps count, sum, squares, minimum and maximum exact", () => {
    const values = latencies(42, 5000);
    const histogram = recorded(values);
    const mean = values.reduce((sum, us) => sum + us, 0) / values.length;
    const variance = values.reduce((sum, us) => sum + (us - mean) ** 2, 0) / (values.length - 1);
    expect(histogram.toLatencies()).toMatchObject({ count: 5000, minUs: Math.min(...values), maxUs: Math.max(...values) });
    expect(histogram.meanUs).toBeCloseTo(mean, 6);
    expect(histogram.stdevUs / Math.sqrt(variance)).toBeCloseTo(1, 9);
  });

  it("is the same after it was stored", () => {
    const stored = recorded([0, 1, 2047, 2048, 5_000_000, 59_999_999]).toLatencies();
    expect(LatencyHistogram.from(JSON.parse(JSON.stringify(stored))).toLatencies()).toEqual(stored);
    expect(stored.buckets.slice(0, 8)).toEqual([0, 1, 1, 1, 2046, 1, 1, 1]);
  });

  it("puts what is above 60 s in the last bucket and keeps the maximum exact", () => {
    const histogram = recorded([HIGHEST_US, 3_600_000_000]);
    expect([...histogram.buckets()].map((bucket) => bucket.count)).toEqual([2]);
    expect([histogram.maxUs, histogram.quantile(1), histogram.sumUs]).toEqual([3_600_000_000, 3_600_000_000, 3_660_000_000]);
  });

  it("lays its buckets end to end, each value in its own", () => {
    const histogram = recorded([...Array(5000).keys(), 65_535, 65_536, 1_000_000, HIGHEST_US]);
    let before = 0;
    for (const { fromUs, toUs } of histogram.buckets()) {
      expect(fromUs).toBeGreaterThanOrEqual(before);
      expect((toUs - fromUs) / Math.max(1, fromUs)).toBeLessThanOrEqual(fromUs < 2048 ? 1 : 1 / 1000);
      before = toUs;
    }
    for (const us of [0, 1, 2047, 2048, 2049, 4095, 4096, 65_535, 65_536, HIGHEST_US]) {
      const [bucket] = recorded([us]).buckets();
      expect([us, bucket && bucket.fromUs <= us && us < bucket.toUs]).toEqual([us, true]);
    }
  });

  it("rounds fractions and takes what a clock's rounding made negative for 0", () => {
    expect(recorded([0.4, 0.6, -3]).toLatencies()).toMatchObject({ buckets: [0, 2, 1, 1], sumUs: 1, minUs: 0, maxUs: 1 });
  });

  it("records the same latency many times at once", () => {
    const histogram = new LatencyHistogram();
    histogram.recordTimes(700, 3);
    expect(histogram.toLatencies()).toEqual(recorded([700, 700, 700]).toLatencies());
  });

  it("is empty after a reset, and says NaN for what an empty one does not have", () => {
    const histogram = recorded(latencies(9, 100));
    histogram.reset();
    expect(histogram.toLatencies()).toEqual({ buckets: [], count: 0, sumUs: 0, sumOfSquaresUs2: 0, minUs: 0, maxUs: 0 });
    expect([histogram.quantile(0.5), histogram.meanUs, histogram.stdevUs]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    histogram.record(5);
    expect([histogram.minUs, histogram.quantile(0), histogram.stdevUs]).toEqual([5, 5, 0]);
  });

  it("refuses a quantile outside 0..1 and a bucket it does not have", () => {
    expect(() => recorded([1]).quantile(95)).toThrow("a quantile must be 0..1; got 95");
    const broken = { ...recorded([1]).toLatencies(), buckets: [99_999, 1] };
    expect(() => LatencyHistogram.from(broken)).toThrow(/a latency bucket must be 0\.\.\d+; got 99999/);
  });
});

describe("recordValueWithExpectedInterval()", () => {
  it("agrees with Tene's example: 100 requests/s of 1 ms for 100 s, then a stall of 100 s", () => {
    const naive = new LatencyHistogram();
    const corrected = new LatencyHistogram();
    for (let i = 0; i < 10_000; i++) {
      naive.record(1000);
      corrected.recordValueWithExpectedInterval(1000, 10_000);
    }
    naive.record(100_000_000);
    corrected.recordValueWithExpectedInterval(100_000_000, 10_000);
    expect(naive.count).toBe(10_001);
    expect(naive.meanUs / 1000).toBeCloseTo(11, 1);
    expect(naive.quantile(0.9999)).toBe(1000);
    expect(corrected.count).toBe(20_000);
    expect(corrected.meanUs / 1e6).toBeCloseTo(25, 1);
    expect(corrected.quantile(0.75) / 1e6).toBeCloseTo(50, 0);
  });

  it("adds value - interval, - 2 intervals, ... down to the interval", () => {
    const histogram = new LatencyHistogram();
    histogram.recordValueWithExpectedInterval(1000, 300);
    expect([...histogram.buckets()].map(({ fromUs }) => fromUs)).toEqual([400, 700, 1000]);
    histogram.recordValueWithExpectedInterval(200, 300);
    histogram.recordValueWithExpectedInterval(900, 0);
    expect(histogram.count).toBe(5);
  });

  it.each(SEEDS.slice(0, 3))("afterwards as when recording, and as hdr-histogram-js, seed %i", (seed) => {
    const values = latencies(seed, 300).map((value) => value / 10);
    const whileRecording = new LatencyHistogram();
    const theirs = build({ lowestDiscernibleValue: 1, highestTrackableValue: HIGHEST_US, numberOfSignificantValueDigits: 3 });
    for (const value of values) {
      whileRecording.recordValueWithExpectedInterval(Math.round(value), 5000);
      theirs.recordValueWithExpectedInterval(Math.round(value), 5000);
    }
    const afterwards = recorded(values).correctedFor(5000);
    expect(whileRecording.count).toBe(theirs.totalCount);
    expect(Math.abs(afterwards.count / whileRecording.count - 1)).toBeLessThan(0.002);
    for (const p of [0.1, 0.5, 0.9, 0.99]) {
      expect(whileRecording.quantile(p)).toBe(theirs.getValueAtPercentile(p * 100));
      expect(Math.abs(afterwards.quantile(p) / whileRecording.quantile(p) - 1)).toBeLessThan(0.004);
    }
  });
});
