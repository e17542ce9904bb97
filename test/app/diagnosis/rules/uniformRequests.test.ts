import { describe, expect, it } from "vitest";
import { uniformRequests } from "../../../../app/diagnosis/rules/uniformRequests.ts";
import type { PlanInput } from "../../../../app/model/plan.ts";
import { growingWith, judged } from "../../../support/judged.ts";

const steps = ["a", "b"].map((name) => ({ name, path: `/${name}` }));

describe("uniform-requests", () => {
  it.each<[string, Partial<PlanInput>, "present" | "absent"]>([
    ["one URL for all", {}, "present"],
    ["one cookie for all", { headers: [{ name: "Cookie", value: "SID=1" }] }, "present"],
    ["a scenario of one step", { requests: { steps: steps.slice(0, 1) } }, "present"],
    ["a scenario of two", { requests: { steps } }, "absent"],
    ["data for each user", { users: { columns: ["id"], rows: [["1"], ["2"]] } }, "absent"],
    ["a session for each connection", { sessionCookie: "SID" }, "absent"],
    ["cookies kept for each connection", { cookies: "per-connection" }, "absent"],
  ])("%s", (_what, plan, outcome) => {
    expect(judged(uniformRequests, { levels: growingWith({}), plan }).outcome).toBe(outcome);
  });

  it("has nothing to say of nothing", () => {
    expect(judged(uniformRequests, { levels: [], plan: { connections: [1] } }).outcome).toBe("no-data");
  });
});
