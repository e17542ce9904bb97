import { describe, expect, it } from "vitest";
import { downsample, runs } from "../../../app/figures/downsample.ts";

describe("downsample()", () => {
  const long = Array.from({ length: 10_000 }, (_, index) => Math.sin(index / 50));

  it("keeps a short series as it is", () => expect(downsample([3, 1, 2], 10)).toEqual([0, 1, 2]));

  it("keeps the lowest and the highest value wherever they are", () => {
    for (const at of [0, 1, 4999, 9998, 9999]) {
      const spiked = long.with(at, 9).with((at + 17) % 10_000, -9);
      const kept = downsample(spiked, 100).map((index) => spiked[index]);
      expect(Math.max(...(kept as number[]))).toBe(9);
      expect(Math.min(...(kept as number[]))).toBe(-9);
    }
  });

  it("keeps order, first and last, and at most five of each bucket", () => {
    const kept = downsample(long, 100);
    expect(kept).toEqual([...new Set(kept)].sort((a, b) => a - b));
    expect([kept[0], kept.at(-1)]).toEqual([0, 9999]);
    expect(kept.length).toBeLessThanOrEqual(500);
  });

  it("keeps a gap: a line must not bridge what was not read", () => {
    const holed: (number | null)[] = long.with(5000, 1);
    holed[5050] = null;
    expect(downsample(holed, 100).some((index) => holed[index] === null)).toBe(true);
  });
});

describe("runs()", () => {
  it("cover everything once", () => {
    expect(runs(10, 3)).toEqual([
      { from: 0, to: 3 },
      { from: 3, to: 6 },
      { from: 6, to: 10 },
    ]);
    expect(runs(2, 5)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ]);
    expect(runs(0, 5)).toEqual([]);
  });
});
