import { describe, expect, it } from "vitest";
import { fewer, more } from "../../../renderer/views/live/connectionSteps.ts";

describe("steps of connections", () => {
  it.each([
    [1, 2],
    [9, 10],
    [10, 12],
    [50, 55],
    [95, 100],
    [100, 120],
    [10_000, 10_000],
  ])("after %i comes %i", (from, to) => expect(more(from)).toBe(to));
  it.each([
    [1, 1],
    [2, 1],
    [10, 9],
    [12, 10],
    [47, 46],
    [100, 95],
    [10_000, 9500],
  ])("before %i comes %i", (from, to) => expect(fewer(from)).toBe(to));
});
