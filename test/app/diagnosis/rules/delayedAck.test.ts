import { describe, expect, it } from "vitest";
import { delayedAck } from "../../../../app/diagnosis/rules/delayedAck.ts";
import type { LevelDrawing } from "../../../support/builders.ts";
import { oneWay, twoWays } from "../../../support/distributions.ts";
import { type Strength, strengthOf } from "../../../support/judged.ts";

/** One connection, 20 answers a second. */
const first = (latencyMsOf: (answer: number) => number, more: Partial<LevelDrawing> = {}): LevelDrawing[] => [
  { connections: 1, rps: 40, latencyMsOf, ...more },
  { connections: 10, rps: 400, latencyMs: 25 },
];

describe("delayed-ack", () => {
  it.each<[string, LevelDrawing[], Strength]>([
    ["some answers after 2 ms, the others 40 ms later", first(twoWays(0.3, 2, 42, 0.02)), "verdict"],
    ["some 30 ms later: two ways through the target", first(twoWays(0.3, 2, 32, 0.02)), "absent"],
    ["some 55 ms later", first(twoWays(0.3, 2, 57, 0.02)), "absent"],
    ["some 200 ms later", first(twoWays(0.3, 2, 202, 0.01)), "verdict"],
    ["every answer after 40 ms, as by a timer", first(oneWay(42, 0.02)), "hint"],
    ["every answer after 38 to 48 ms, evenly: work", first((answer) => 38.5 + (answer % 10)), "absent"],
    ["every answer after 25 ms", first(oneWay(25, 0.02)), "absent"],
    ["every answer after 80 ms", first(oneWay(80, 0.02)), "absent"],
    ["40 ms later while the CPU works", first(twoWays(0.3, 2, 42, 0.02), { idlePercent: 35 }), "absent"],
    ["40 ms later, two thirds of the CPU idle", first(twoWays(0.3, 2, 42, 0.02), { idlePercent: 66 }), "verdict"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(delayedAck, { levels })).toBe(outcome);
  });

  it.each<[number, Strength]>([
    [90, "no-data"],
    [150, "hint"],
  ])("of %d answers says: %s", (answers, outcome) => {
    expect(strengthOf(delayedAck, { levels: [{ connections: 1, rps: answers / 10, latencyMsOf: oneWay(42, 0.02) }] })).toBe(outcome);
  });
});
