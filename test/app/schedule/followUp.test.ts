import { describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import type { PlanInput } from "../../../app/model/plan.ts";
import { type Diagnosed, followUp, obstacleTo } from "../../../app/schedule/followUp.ts";
import { aRecording, queueOf } from "../../support/builders.ts";

const COOKIE: Partial<PlanInput> = { headers: [{ name: "Cookie", value: "SID=demo" }], warmupMs: 1000, cooldownMs: 500 };
const MANY = [1, 2, 4, 8, 16, 32, 64, 100];

function diagnosed(plan: Partial<PlanInput>, connections = MANY, width = 1): Diagnosed {
  const recording = aRecording({ levels: queueOf(width, 40, {}, connections), plan, seconds: 4 });
  return { recording, levels: summariseLevels(recording), diagnosis: diagnose(recording) };
}

describe("followUp()", () => {
  const session = diagnosed({ ...COOKIE, repeatFirst: true });
  const { plan, levelsMs, experimentMs } = followUp(session, "separate-session-cookies");

  it("repeats fewer levels, which say the same", () => {
    expect(plan.connections.length).toBeLessThan(MANY.length);
    expect(plan.connections).toEqual(MANY.filter((n) => plan.connections.includes(n)));
    expect([plan.connections[0], plan.connections.at(-1)]).toEqual([1, 100]);
    const again = diagnosed(COOKIE, plan.connections);
    expect(again.diagnosis.verdict.id).toBe(session.diagnosis.verdict.id);
    expect(again.diagnosis.verdict.confidence).toBeGreaterThanOrEqual(0.9 * session.diagnosis.verdict.confidence);
  });

  it("then runs that experiment and nothing else", () => {
    expect(plan).toMatchObject({ experiments: ["separate-session-cookies"], repeatFirst: false, headers: COOKIE.headers });
    expect(plan.name).toContain("session cookie");
  });

  it("tells how long both take", () => {
    expect(levelsMs).toBe(plan.connections.length * (1000 + 4000 + 500));
    expect(experimentMs).toBe(6 * (300 + 3000)); // three pairs of blocks
  });

  it("repeats every level where fewer would not say the same", () => {
    const short = diagnosed(COOKIE, [1, 2, 4]);
    expect(followUp(short, "separate-session-cookies").plan.connections).toEqual([1, 2, 4]);
  });

  it("asks the URL one gives it, of the same server only", () => {
    const pool = diagnosed({}, MANY, 4);
    expect(obstacleTo(pool, "other-endpoint")).toMatch(/no other url/);
    expect(obstacleTo(pool, "other-endpoint", { otherUrl: "http://elsewhere.test/" })).toMatch(/another server/);
    expect(followUp(pool, "other-endpoint", { otherUrl: "/health" }).plan.otherUrl).toBe("/health");
  });

  it("refuses what is not possible, and loads nothing that another tool measured", () => {
    expect(() => followUp(diagnosed({}), "separate-session-cookies")).toThrow(/not possible, the connections shared no session cookie/);
    const imported = { ...session, recording: { ...session.recording, status: "imported" as const } };
    expect(obstacleTo(imported, "separate-session-cookies")).toMatch(/another tool/);
  });
});
