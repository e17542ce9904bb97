import { describe, expect, it } from "vitest";
import { inSystem } from "../../../app/statistics/littlesLaw.ts";

describe("inSystem()", () => {
  it("agrees with exact mean value analysis: 186.706 requests/s of 22.848 ms with 20 ms of thinking are 8 users", () => {
    // closed network, demands 5, 2 and 1 ms, think time 20 ms, N = 8
    expect(inSystem(186.706, 0.022848 + 0.02)).toBeCloseTo(8, 3);
  });

  it("refuses a negative rate", () => {
    expect(() => inSystem(-1, 1)).toThrow("got -1 and 1");
  });
});
