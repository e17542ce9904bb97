import { describe, expect, it } from "vitest";
import { keepAliveOff } from "../../../../app/diagnosis/rules/keepAliveOff.ts";
import type { PlanInput } from "../../../../app/model/plan.ts";
import type { LevelDrawing } from "../../../support/builders.ts";
import { judged } from "../../../support/judged.ts";

/** 40 requests a second; so many connects a tick of 10 requests, 2 ms each. */
const closing = (connects: number): LevelDrawing[] => [{ connections: 4, rps: 40, tick: { connects, connectSumUs: 2000 * connects } }];

describe("keep-alive-off", () => {
  it.each<[string, LevelDrawing[], Partial<PlanInput>, "present" | "absent" | "no-data"]>([
    ["asked for", closing(10), { keepAlive: false }, "present"],
    ["the target closes after each answer", closing(10), {}, "present"],
    ["the target closes after one or two", closing(7), {}, "present"],
    ["the target closes after three", closing(3), {}, "absent"],
    ["kept alive", closing(0), {}, "absent"],
    ["30 answers", [{ connections: 1, rps: 3, tick: { connects: 1 } }], {}, "present"],
    ["19 answers", [{ connections: 1, rps: 1.9, tick: { connects: 1 } }], {}, "no-data"],
  ])("%s", (_what, levels, plan, outcome) => {
    expect(judged(keepAliveOff, { levels, plan }).outcome).toBe(outcome);
  });

  it("tells what connecting took when it was asked for", () => {
    expect(judged(keepAliveOff, { levels: closing(10), plan: { keepAlive: false } })).toMatchObject({
      summary: "Every request opened its own connection, as asked for: 2.00 ms each, at 4 connections, which no latency includes.",
    });
  });

  it("is less sure when the connections break", () => {
    const [level] = closing(10) as [LevelDrawing];
    const broken = judged(keepAliveOff, { levels: [{ ...level, errors: { receive: 40 } }] });
    const closed = judged(keepAliveOff, { levels: [level] });
    if (broken.outcome !== "present" || closed.outcome !== "present") throw new Error("not present");
    expect(broken.confidence).toBeLessThan(closed.confidence);
  });
});
