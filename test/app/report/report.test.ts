import { describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { Plan } from "../../../app/model/plan.ts";
import { commandOf } from "../../../app/report/command.ts";
import { htmlReport } from "../../../app/report/html.ts";
import { sessionDocument } from "../../../app/report/sessionDocument.ts";
import { aRecording, queueOf } from "../../support/builders.ts";

const recording = aRecording({ levels: queueOf(2, 50, { target: { backends: [{ address: "127.0.0.1:5432", connections: 2 }] } }) });

describe("sessionDocument()", () => {
  const document = sessionDocument(recording);

  it("has the keys scripts rely on", () => {
    expect(document).toMatchObject({
      schema: "plateau/session@1",
      status: "finished",
      plateau: { version: "0.1.0", rules: expect.any(String) },
    });
    const [level] = document.levels;
    expect(Object.keys(level ?? {})).toEqual(
      expect.arrayContaining([
        "validity",
        "connections",
        "rateRps",
        "thinkTimeMs",
        "measuredSeconds",
        "requests",
        "throughputRps",
        "bytesPerSecond",
        "latencyMs",
        "errors",
        "statusCodes",
        "sockets",
        "host",
        "target",
        "generator",
        "ticks",
      ]),
    );
    expect(Object.keys(level?.latencyMs ?? {})).toEqual(["mean", "stdev", "min", "p50", "p75", "p90", "p95", "p99", "p999", "max"]);
    expect(Object.keys(level?.errors ?? {})).toEqual(["connect", "send", "receive", "timeout", "status", "body"]);
  });

  it("counts rates over the measured window", () => {
    const level = document.levels[2];
    expect(level).toMatchObject({ connections: 5, measuredSeconds: 10, requests: 400, throughputRps: 40, statusCodes: { 200: 400 } });
    expect(level?.latencyMs.mean).toBeCloseTo(125, 0);
    expect(level?.ticks).toHaveLength(40);
    expect(level?.ticks[1]).toMatchObject({ t: 250, requests: 10, errors: 0 });
  });

  it("carries width, verdict and evidence", () => {
    expect(document.models.effectiveParallelism?.value).toBeCloseTo(2, 1);
    expect(document.verdict.id).toBe("connection-pool");
    expect(document.findings[0]?.evidence[0]).toMatchObject({
      metric: expect.any(String),
      expected: expect.any(String),
      text: expect.any(String),
    });
  });

  it("survives JSON unchanged: no undefined, no NaN, no Infinity", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });
});

describe("htmlReport()", () => {
  it("stands alone: charts inside, nothing fetched, no script", () => {
    const html = htmlReport(recording);
    expect(html.match(/<svg/g)?.length).toBe(6);
    expect(html).not.toMatch(/<script|<link|src=|url\(/);
    expect(html).toContain("plateau run http://127.0.0.1:8080/");
    expect(html).toContain(diagnose(recording).verdict.title);
  });

  it("shows text of others as text", () => {
    const html = htmlReport({ ...recording, name: `<img src=x onerror=alert(1)>"'&\u0007`, failure: "<b>" });
    expect(html).not.toContain("<img");
    expect(html).not.toContain("<b>");
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;\ufffd");
  });

  it("is made of a session without any level too", () => {
    expect(htmlReport({ ...recording, levels: [], ticks: [], samples: [], status: "interrupted" })).toContain("No level was measured");
  });
});

describe("commandOf()", () => {
  it("leaves out what is usual and quotes what a shell would take apart", () => {
    const plan = Plan.parse({
      url: "http://127.0.0.1:8080/a?b=1&c=2",
      connections: [1, 2],
      durationMs: 1500,
      method: "POST",
      headers: [{ name: "X-A", value: "it's" }],
      body: "{}",
    });
    expect(commandOf(plan)).toBe(`plateau run 'http://127.0.0.1:8080/a?b=1&c=2' -c 1,2 -d 1500ms -m POST -H 'X-A: it'\\''s' -b '{}'`);
    expect(commandOf(Plan.parse({ url: "http://a/" }))).toBe("plateau run http://a/");
  });
});
