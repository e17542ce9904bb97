import { describe, expect, it } from "vitest";
import { murmur3, seededRandom, xoshiro128 } from "../../../app/statistics/random.ts";

describe("xoshiro128()", () => {
  it("gives the published numbers for the state 1, 2, 3, 4", () => {
    // reference implementation, as in the tests of the crate rand_xoshiro (xoshiro128starstar.rs)
    const next = xoshiro128([1, 2, 3, 4]);
    const published = [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804];
    expect(published.map(() => next())).toEqual(published);
  });

  it("does not stay at 0", () => {
    const next = xoshiro128([0, 0, 0, 0]);
    expect(Array.from({ length: 20 }, next).some((drawn) => drawn !== 0)).toBe(true);
  });
});

describe("murmur3()", () => {
  it.each([
    // MurmurHash3_x86_32 of Appleby's code, bytes in the order of a little-endian word
    [[], 1, 0x514e28b7],
    [[0xffffffff], 0, 0x76293b50],
    [[0x87654321], 0, 0xf55b516b],
    [[0x87654321], 0x5082edee, 0x2362f9de],
    [[0x74736574], 0, 0xba6bd213], // "test"
  ])("of %j with seed %i", (words, seed, hash) => expect(murmur3(words, seed)).toBe(hash));
});

describe("seededRandom()", () => {
  const drawn = (...key: [number, ...number[]]) => Array.from({ length: 1000 }, seededRandom(...key));

  it("repeats exactly, and differs by seed, level and connection", () => {
    expect(drawn(1, 2, 3)).toEqual(drawn(1, 2, 3));
    const first = [drawn(1, 2, 3), drawn(2, 2, 3), drawn(1, 3, 3), drawn(1, 2, 4), drawn(1, 3, 2)].map(([x]) => x);
    expect(new Set(first).size).toBe(5);
  });

  it("lies in 0..1, and neighbouring streams have nothing in common", () => {
    const [a, b] = [drawn(1, 0, 0), drawn(1, 0, 1)];
    expect(Math.min(...a)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...a)).toBeLessThan(1);
    const together = a.reduce((sum, x, i) => sum + (x - 0.5) * ((b[i] as number) - 0.5), 0) / (a.length / 12);
    expect(Math.abs(together)).toBeLessThan(0.1); // correlation; its standard error is 0.032
  });
});
