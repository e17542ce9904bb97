import { describe, expect, it } from "vitest";
import { unfair } from "../../../../app/diagnosis/rules/unfair.ts";
import type { PlanInput } from "../../../../app/model/plan.ts";
import { judged, type Strength, strengthOf } from "../../../support/judged.ts";

/** 1000 answers over 10 connections, one half of which got this share of the mean. */
const shared = (share: number, perSecond = 100) => {
  const each = perSecond; // 10 s, 10 connections
  const answersPerConnection = Array.from({ length: 10 }, (_, i) => Math.round(each * (i < 5 ? share : 2 - share)));
  return [{ connections: 10, rps: perSecond, answersPerConnection }];
};

describe("unfair", () => {
  it.each<[string, ReturnType<typeof shared>, Partial<PlanInput>, Strength]>([
    ["all the same", shared(1), {}, "absent"],
    ["half of them get 75 % of the mean of 400", shared(0.75, 400), {}, "absent"],
    ["half of them get 60 % of the mean", shared(0.6), {}, "verdict"],
    ["half of them get a tenth", shared(0.1), {}, "verdict"],
    ["of 25 answers each, half get 60 %: chance does half of that", shared(0.6, 25), {}, "absent"],
    ["of 25 answers each, half get 30 %", shared(0.3, 25), {}, "verdict"],
    ["of 15 answers each", shared(0.1, 15), {}, "no-data"],
    ["users who ask for different things", shared(0.1), { users: { columns: ["id"], rows: [["1"]] } }, "verdict"],
    ["connections that were not counted", [{ connections: 10, rps: 100, answersPerConnection: [] }], {}, "no-data"],
  ])("%s", (_what, levels, plan, outcome) => {
    expect(strengthOf(unfair, { levels, plan })).toBe(outcome);
  });

  it("tells how far apart best and worst are, and what speaks against it", () => {
    const judgement = judged(unfair, { levels: shared(0.5), plan: { users: { columns: ["id"], rows: [["1"]] } } });
    expect(judgement).toMatchObject({ summary: expect.stringContaining("The worst served waits 3.00 times as long as the best.") });
    expect(judgement.outcome === "present" && judgement.evidence.map(({ speaks }) => speaks)).toEqual(["for", "against"]);
  });
});
