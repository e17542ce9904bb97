import { expect, test } from "vitest";
import { nextTurn } from "../../../main/probes/beat.ts";
import { Pace } from "../../../main/probes/pace.ts";
import { perSecond } from "../../../main/probes/rate.ts";

/** The times at which a reading of that cost runs, asked every 200 ms for 30 s. */
function times(costMs: number): number[] {
  let cpuMs = 0;
  const pace = new Pace({ beatMs: 1000, cpuMs: () => cpuMs });
  const ran: number[] = [];
  for (let nowMs = 0; nowMs <= 30_000; nowMs += 200) {
    pace.run(nowMs, () => {
      cpuMs += costMs;
      ran.push(nowMs);
    });
  }
  return ran;
}

test("a cheap reading keeps its beat", () => {
  expect(times(1).slice(0, 4)).toEqual([0, 1000, 2000, 3000]);
});

test("a dear one comes so seldom that it costs 0.3 % of a core", () => {
  expect(times(15).slice(0, 4)).toEqual([0, 1000, 6000, 11_000]); // the first time says nothing, it pays for compiling
});

test("none is put off longer than ten seconds", () => {
  expect(times(500).slice(0, 4)).toEqual([0, 1000, 11_000, 21_000]);
});

test("a timer that is a little early is on time", () => {
  const pace = new Pace({ beatMs: 1000, cpuMs: () => 0 });
  expect([0, 850, 910].map((nowMs) => pace.run(nowMs, () => "ran"))).toEqual(["ran", null, "ran"]);
});

test("a reading that throws has had its turn", () => {
  const pace = new Pace({ beatMs: 1000, cpuMs: () => 0 });
  expect(() =>
    pace.run(0, () => {
      throw new Error("no");
    }),
  ).toThrow("no");
  expect(pace.run(200, () => "ran")).toBeNull();
});

test("turns lie on a fixed grid, and a missed one is left out", () => {
  expect(nextTurn(50, 200, 50)).toEqual({ dueMs: 250, waitMs: 200 });
  expect(nextTurn(50, 200, 251.4)).toEqual({ dueMs: 450, waitMs: 199 });
  expect(nextTurn(50, 200, 999)).toEqual({ dueMs: 1050, waitMs: 51 });
});

test("a rate needs two readings, time, and a counter that grows", () => {
  expect(perSecond(10, 20, 200)).toBe(50);
  expect(perSecond(10, 10, 200)).toBe(0);
  for (const [before, after, ms] of [
    [null, 20, 200],
    [10, null, 200],
    [undefined, 20, 200],
    [10, 20, 0],
    [20, 10, 200],
  ] as const) {
    expect(perSecond(before, after, ms)).toBeNull();
  }
});
