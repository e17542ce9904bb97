import { describe, expect, it } from "vitest";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { parseObjective } from "../../../app/model/objective.ts";
import { parseThinkTime } from "../../../app/model/thinkTime.ts";
import { capacitySentences } from "../../../app/report/capacityText.ts";
import { htmlReport } from "../../../app/report/html.ts";
import { socketAccount } from "../../../app/report/socketAccount.ts";
import { aRecording } from "../../support/builders.ts";
import { anOpenRecording } from "../figures/openRecording.ts";

const thinkTimes = [parseThinkTime("5ms"), parseThinkTime("exp:50ms")] as const;
const drawn = [1, 4, 16];
const recording = aRecording({
  levels: thinkTimes.flatMap((thinkTime, i) =>
    drawn.map((connections) => ({ connections, thinkTime, rps: 400, latencyMs: connections * (2 - i) })),
  ),
  plan: { connections: drawn, thinkTimes: [...thinkTimes], objectives: [parseObjective("p90<20ms")] },
});
const plain = (text: string) => text.replaceAll("\u00a0", " ").replaceAll("\u202f", " ");

describe("capacity in words", () => {
  it("says up to where each think time held, and where it did not", () => {
    expect(capacitySentences(recording, summariseLevels(recording)).map(({ text }) => plain(text))).toEqual([
      "p90 < 20 ms holds up to 4 connections at 5 ms; not kept at 16.",
      "p90 < 20 ms holds up to 16 connections at exp 50 ms, the most that were tried.",
    ]);
  });
  it("does not call missed what was measured too briefly", () => {
    const short = aRecording({
      levels: [{ connections: 1, rps: 20, latencyMs: 5 }],
      seconds: 1,
      plan: { objectives: [parseObjective("errors<1%")] },
    });
    const [{ text, state } = { text: "", state: null }] = capacitySentences(short, summariseLevels(short));
    expect([plain(text), state]).toEqual(["errors < 1 % is undecided: 1 connection was measured too briefly to tell.", "undecided"]);
  });
});

describe("the account of the sockets", () => {
  it("adds up the whole session", () => {
    const lines = new Map(socketAccount(recording).map(({ name, value }) => [name, plain(value)]));
    expect(lines.get("Hits")).toBe("24 000");
    expect(lines.get("Test length")).toBe("1 min");
    expect(lines.get("Received")).toBe("4.58 MiB, 78.1 KiB/s");
    expect(lines.get("Mean connect time")).toBe("–");
    expect(lines.get("Timeouts")).toBe("0");
  });
});

describe("the report", () => {
  it("has the matrix, the capacity, the notes and the sockets", () => {
    const html = htmlReport({ ...recording, annotations: [{ atMs: 5000, text: "<b>raised</b>" }] });
    for (const title of ["Think time against connections", "Capacity", "Notes", "Socket account"])
      expect(html).toContain(`<h2>${title}</h2>`);
    expect(html).toContain("&lt;b&gt;raised&lt;/b&gt;");
    expect(html).not.toContain("Against arrivals");
  });
  it("of the open model shows arrivals, not an axis of connections", () => {
    const html = htmlReport(anOpenRecording([40, 100, 400]));
    expect(html).toContain("<h2>Against arrivals</h2>");
    expect(html).toContain("response p90");
    expect(html).not.toContain("Against connections");
  });
});
