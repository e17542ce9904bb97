import { describe, expect, it } from "vitest";
import { downstreamTimeout } from "../../../../app/diagnosis/rules/downstreamTimeout.ts";
import type { LevelDrawing } from "../../../support/builders.ts";
import { judged, type Strength, strengthOf } from "../../../support/judged.ts";

/** On the last level, so many errors a second among 100 answers, after so many ms; good answers take 40 ms. */
const failing = (errors: number, failedLatencyMs: number, latencyMs = 40): LevelDrawing[] => [
  { connections: 1, rps: 25 },
  { connections: 4, rps: 100 },
  {
    connections: 40,
    rps: 100,
    latencyMs,
    failedLatencyMs,
    errors: { status: errors },
    statusCodes: { 200: 1 - errors / 100, 504: errors / 100 },
  },
];

describe("downstream-timeout", () => {
  it.each<[string, LevelDrawing[], Strength]>([
    ["a quarter fails after 1.01 s", failing(24, 1010), "verdict"],
    ["a quarter fails after 5.05 s", failing(24, 5050), "verdict"],
    ["a quarter fails after 30.2 s", failing(24, 30_200), "verdict"],
    ["a quarter fails after 1.3 s: no usual timeout", failing(24, 1300), "absent"],
    ["a quarter fails after 0.95 s", failing(24, 950), "absent"],
    ["a quarter fails at once: load is shed", failing(24, 2), "absent"],
    ["good answers take 450 ms", failing(24, 1010, 450), "verdict"],
    ["good answers take 700 ms: a queue as long as the timeout", failing(24, 1010, 700), "hint"],
    ["nothing fails", failing(0, 1010), "absent"],
    ["nothing measured", [], "no-data"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(downstreamTimeout, { levels, ...(levels.length === 0 ? { plan: { connections: [1] } } : {}) })).toBe(outcome);
  });

  it.each([
    [3, "present"], // of 200 answers, in 10 s: 1.5 %
    [1, "absent"], // 0.5 %
  ])("takes %d errors of 200 answers for %s", (perTick, outcome) => {
    const level: LevelDrawing = { connections: 40, rps: 800, latencyMs: 40, failedLatencyMs: 1010, errors: { status: 4 * perTick } };
    expect(judged(downstreamTimeout, { levels: [level] }).outcome).toBe(outcome);
  });

  it.each([
    [3, "present"],
    [2, "absent"],
  ])("of four errors a second in %d s says: %s", (seconds, outcome) => {
    const level: LevelDrawing = { connections: 40, rps: 100, latencyMs: 40, failedLatencyMs: 1010, errors: { status: 4 } };
    expect(judged(downstreamTimeout, { levels: [level], seconds }).outcome).toBe(outcome);
  });

  it("says how many fail after what, and where", () => {
    expect(judged(downstreamTimeout, { levels: failing(24, 1010) })).toMatchObject({
      levels: [2],
      summary: expect.stringContaining("24 % of the answers at 40 connections are errors after 1 s"),
    });
  });
});
