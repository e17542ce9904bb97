import { describe, expect, it } from "vitest";
import { fairnessOf } from "../../../app/diagnosis/fairness.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { Plan } from "../../../app/model/plan.ts";
import { Recording } from "../../../app/model/recording.ts";
import { noErrors } from "../../../app/model/tick.ts";
import { htmlReport } from "../../../app/report/html.ts";
import { requestLine } from "../../../app/report/requestLine.ts";
import { sessionDocument } from "../../../app/report/sessionDocument.ts";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { aRecording } from "../../support/builders.ts";

const steps = ["login", "buy", "never"].map((name) => ({ name, path: `/${name}` }));

/** Every tick of 250 ms: 10 logins of 5 ms, and 4 of 5 purchases of 40 ms that were good. */
function drawn(): Recording {
  const latencies = (ms: number, count: number) => {
    const histogram = new LatencyHistogram();
    for (let i = 0; i < count; i++) histogram.record(ms * 1000);
    return histogram.toLatencies();
  };
  const recording = aRecording({ levels: [{ connections: 2, rps: 60 }], plan: { requests: { steps } }, seconds: 2 });
  for (const tick of recording.ticks) {
    tick.steps = [
      { step: 0, requests: 10, errors: noErrors(), latencies: latencies(5, 10) },
      { step: 1, requests: 5, errors: { ...noErrors(), body: 1, timeout: 2 }, latencies: latencies(40, 4) },
    ];
  }
  for (const level of recording.levels) level.answersPerConnection = [90, 30];
  return recording;
}

describe("summariseSteps()", () => {
  it("adds up every step over the window, and tells one nothing came of", () => {
    const told = summariseLevels(drawn())[0]?.steps ?? [];
    expect(told.map(({ name, requests, throughputRps }) => [name, requests, throughputRps])).toEqual([
      ["login", 80, 40],
      ["buy", 40, 16],
      ["never", 0, 0],
    ]);
    expect(told.map(({ errors }) => [errors.body, errors.timeout])).toEqual([
      [0, 0],
      [8, 16],
      [0, 0],
    ]);
    expect(told.map(({ latencyMs }) => Math.round(latencyMs.p50))).toEqual([5, 40, 0]);
  });

  it("stands in the session document, with the fairness, and survives being saved", () => {
    const saved = Recording.parse(JSON.parse(JSON.stringify(drawn())));
    const [level] = sessionDocument(saved).levels;
    expect(level?.steps.map(({ name }) => name)).toEqual(["login", "buy", "never"]);
    expect(level?.fairness).toEqual({ connections: 2, minAnswers: 30, maxAnswers: 90, coefficientOfVariation: 0.5 });
  });

  it("is empty without a scenario, and so it is for a session saved before there were any", () => {
    const { plan, ...old } = JSON.parse(JSON.stringify(aRecording({ levels: [{ connections: 2, rps: 60 }], seconds: 1 })));
    const { requests: _, users: __, cookies: ___, expect: ____, ...oldPlan } = plan;
    const read = Recording.parse({ ...old, plan: oldPlan });
    expect(read.plan).toMatchObject({ requests: null, users: null, cookies: "none", expect: { status: null, body: [] } });
    expect(summariseLevels(read)[0]).toMatchObject({ steps: [], fairness: null });
  });
});

describe("fairnessOf()", () => {
  const [level] = drawn().levels;
  if (level === undefined) throw new Error("no level");

  it.each([
    // answers            variation
    [[10, 10, 10], 0],
    [[0, 0, 12], Math.sqrt(2)],
    [[8, 12], 0.2],
  ])("%j varies by %d", (answersPerConnection, variation) => {
    expect(fairnessOf({ ...level, answersPerConnection })?.coefficientOfVariation).toBeCloseTo(variation, 12);
  });

  it.each([
    ["one connection", { answersPerConnection: [5] }],
    ["no answers", { answersPerConnection: [0, 0] }],
    ["the open model", { rateRps: 100 }],
  ])("says nothing of %s", (_why, more) => {
    expect(fairnessOf({ ...level, ...more })).toBeNull();
  });
});

describe("what a report says of a scenario", () => {
  it("has a row for every step of the last level, and the names are escaped", () => {
    const recording = drawn();
    const [first] = recording.plan.requests?.steps ?? [];
    if (first !== undefined) first.name = "<login>";
    const html = htmlReport(recording);
    expect(html).toContain("<h2>Steps at 2 connections</h2>");
    expect(html).toContain("<td>&lt;login&gt;</td><td>80</td><td>40.0</td>");
    expect(html).toContain("3 requests in order to http://127.0.0.1:8080");
    expect(htmlReport(aRecording({ levels: [{ connections: 2, rps: 60 }], seconds: 1 }))).not.toContain("Steps at");
  });

  it.each([
    [{}, "GET http://x:1/a?b"],
    [{ requests: { steps } }, "3 requests in order to http://x:1"],
    [{ requests: { steps, order: "mix" as const } }, "3 requests by weight to http://x:1"],
    [{ requests: { steps: steps.slice(0, 1) } }, "login at http://x:1"],
  ])("names what is sent: %#", (more, line) => {
    expect(requestLine(Plan.parse({ url: "http://x:1/a?b", ...more }))).toBe(line);
  });
});
