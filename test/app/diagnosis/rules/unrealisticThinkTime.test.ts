import { describe, expect, it } from "vitest";
import { unrealisticThinkTime } from "../../../../app/diagnosis/rules/unrealisticThinkTime.ts";
import type { PlanInput } from "../../../../app/model/plan.ts";
import type { ThinkTime } from "../../../../app/model/thinkTime.ts";
import { judged } from "../../../support/judged.ts";

const levels = (thinkTime: ThinkTime, connections = [1, 10]) => connections.map((n) => ({ connections: n, rps: 10 * n, thinkTime }));
const none: ThinkTime = { kind: "none" };
const pausing = (meanMs: number): ThinkTime => ({ kind: "exponential", meanMs });
const people: Partial<PlanInput> = { users: { columns: ["id"], rows: [["1"], ["2"]] } };
const path: Partial<PlanInput> = { requests: { steps: ["a", "b"].map((name) => ({ name, path: `/${name}` })) } };

describe("unrealistic-think-time", () => {
  it.each<[string, ThinkTime, Partial<PlanInput>, "present" | "absent"]>([
    ["users with data, and no pause", none, people, "present"],
    ["users on a path, and no pause", none, path, "present"],
    ["sessions, and no pause", none, { sessionCookie: "SID" }, "present"],
    ["users with data, and a pause of 0.7 ms", pausing(0.7), people, "present"],
    ["users with data, and a pause of 1.3 ms", pausing(1.3), people, "absent"],
    ["users with data, and a pause of 50 ms", pausing(50), people, "absent"],
    ["plain connections, and no pause", none, {}, "absent"],
    [
      "a mix of requests, and no pause",
      none,
      { requests: { ...path.requests, steps: path.requests?.steps ?? [], order: "mix" } },
      "absent",
    ],
  ])("%s", (_what, thinkTime, plan, outcome) => {
    expect(judged(unrealisticThinkTime, { levels: levels(thinkTime), plan }).outcome).toBe(outcome);
  });

  it("speaks of three users already", () => {
    expect(judged(unrealisticThinkTime, { levels: levels(none, [3]), plan: people }).outcome).toBe("present");
  });

  it("has nothing to say of one user", () => {
    expect(judged(unrealisticThinkTime, { levels: levels(none, [1]), plan: people }).outcome).toBe("no-data");
  });

  it("tells how many people the load stands for: X (R + Z) of the interactive law", () => {
    expect(judged(unrealisticThinkTime, { levels: levels(none), plan: people })).toMatchObject({
      summary: expect.stringContaining("100 requests/s are what some 510 people with pauses of 5 s would ask for"), // 100 (0.1 + 5)
    });
  });
});
