import { describe, expect, it } from "vitest";
import { wilsonInterval } from "../../../app/statistics/proportion.ts";

describe("wilsonInterval()", () => {
  it.each([
    // Newcombe, Statistics in Medicine 17 (1998) 857-872, table I, method 3
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0.0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("%i of %i: %f to %f", (hits, all, low, high) => {
    expect(wilsonInterval(hits, all).low).toBeCloseTo(low, 4);
    expect(wilsonInterval(hits, all).high).toBeCloseTo(high, 4);
  });

  it("refuses more hits than there were", () => {
    expect(() => wilsonInterval(3, 2)).toThrow("got 3 of 2");
  });
});
