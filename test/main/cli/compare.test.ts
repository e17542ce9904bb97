import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Recording } from "../../../app/model/recording.ts";
import { SessionStore } from "../../../main/store/sessionStore.ts";
import { aRecording, queueOf } from "../../support/builders.ts";
import { plateau } from "../../support/plateau.ts";

let home: string;
const run = (...args: readonly string[]) => plateau(home, ...args).ended;

const DRAWN: Readonly<Record<string, Recording>> = {
  "20261121-120000-aaaa": { ...aRecording({ levels: queueOf(2, 50) }), name: "a pool of <two>" },
  "20261121-130000-bbbb": { ...aRecording({ levels: queueOf(8, 50) }), name: "a pool of eight", startedAt: "2026-11-21T13:00:00.000Z" },
  "20261121-140000-cccc": { ...aRecording({ levels: queueOf(8, 50) }), name: "the same", startedAt: "2026-11-21T14:00:00.000Z" },
};

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "plateau-compare-"));
  const store = new SessionStore(join(home, "sessions.db"));
  for (const [id, { ticks, samples, ...session }] of Object.entries(DRAWN)) {
    const { levels, startedAt } = session;
    store.append(id, { kind: "started", recording: { ...session, id, status: "running", levels: [], ticks: [], samples: [] } });
    for (const level of levels) store.append(id, { kind: "level", level });
    store.append(id, { kind: "progress", ticks, samples });
    store.append(id, { kind: "ended", status: "finished", finishedAt: startedAt, failure: null });
  }
  store.close();
});
afterAll(() => rmSync(home, { recursive: true }));

describe("plateau compare", () => {
  it("tells two sessions by the beginning of an id, and by last", async () => {
    const { status, stdout, stderr } = await run("compare", "20261121-12", "last");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("Before  20261121-120000-aaaa  2026-11-21 12:00  a pool of <two>\n");
    expect(stdout).toContain("After   20261121-140000-cccc");
    expect(stdout).toMatch(/\n50 connections +40\.0 +160 +4\.00 +4\.00 to 4\.00 +1250 +31[23] +faster\n/);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("4.0 times the throughput and about a quarter of the latency at 10 connections; ");
  });

  it("gives scripts the same as JSON, and people a page that stands alone", async () => {
    const page = join(home, "both.html");
    const { status, stdout, stderr } = await run("compare", "20261121-12", "20261121-13", "--json", "--report", page);
    expect([status, stderr]).toEqual([0, `Report: ${page}\n`]);
    const document = JSON.parse(stdout);
    expect(document).toMatchObject({
      schema: "plateau/comparison@1",
      interleaved: false,
      before: { id: "20261121-120000-aaaa", peak: { connections: 2, throughputRps: 40 } },
      after: { id: "20261121-130000-bbbb" },
      differences: [],
    });
    expect(document.levels[5]).toMatchObject({
      connections: 50,
      thinkTime: "none",
      outcome: "faster",
      throughputRps: { before: 40, after: 160, ratio: 4 },
      ks: { distance: 1 },
    });
    const html = readFileSync(page, "utf8");
    expect(html).toContain("a pool of &lt;two&gt;");
    expect(html.match(/<svg /g)).toHaveLength(2);
    expect(html).not.toMatch(/<script|src=|NaN|undefined/);
  });

  it("puts more than two in a series, each beside the first", async () => {
    const { status, stdout } = await run("compare", ...Object.keys(DRAWN));
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^20261121-120000-aaaa .* 40\.0 +2\.00 +- +- +-$/);
    expect(lines[3]).toMatch(/^20261121-140000-cccc .* 160 +8\.00 +4\.00 times \(4\.00 to 4\.00\) +10 connections +faster$/);
    const series = JSON.parse((await run("compare", ...Object.keys(DRAWN), "--json")).stdout);
    expect(series.sessions[2]).toMatchObject({ toFirst: { connections: 10, outcome: "faster", throughputRatio: 4 } });
  });

  it.each([
    [[], 2, "plateau: compare : no session was named (plateau compare ID ID)\n"],
    [["last"], 2, "plateau: compare : one session alone was named (plateau compare ID ID)\n"],
    [["last", "last"], 2, "plateau: compare last last : 20261121-140000-cccc is named twice (different sessions)\n"],
    [["last", "gone"], 1, "plateau: session gone : not in this store (plateau sessions lists them)\n"],
    [["last", "2026"], 1, "plateau: session 2026 : stands for 3 sessions (plateau sessions lists them)\n"],
    [
      ["last", "20261121-12", "--report", "x.doc"],
      2,
      "plateau: --report x.doc : this kind of report is not made (a file name that ends in .html)\n",
    ],
  ] as const)("plateau compare %j -> %i", async (words, status, stderr) => {
    expect(await run("compare", ...words)).toEqual({ status, stdout: "", stderr });
  });
});

describe("two real sessions", () => {
  it("of a pool of two and one of eight", async () => {
    const quick = ["-c", "8,16", "-d", "3s", "-w", "200ms", "--cooldown", "0ms", "--quiet"];
    const [two, eight] = [
      await run("demo", "connection-pool", "--dose", "2", ...quick),
      await run("demo", "connection-pool", "--dose", "8", ...quick),
    ];
    expect([two.status, eight.status], two.stderr + eight.stderr).toEqual([0, 0]);
    const [after, before] = JSON.parse((await run("sessions", "--json")).stdout) as { id: string; startedAt: string }[];
    const { status, stdout } = await run("compare", before?.id ?? "", after?.id ?? "", "--json");
    expect(status).toBe(0);
    const { levels, differences } = JSON.parse(stdout);
    expect(levels.map(({ connections }: { connections: number }) => connections)).toEqual([8, 16]);
    expect(differences.map(({ what }: { what: string }) => what)).toEqual(["URL"]); // each target has a port of its own
    for (const { outcome, throughputRps } of levels) {
      if (outcome === "not comparable") continue; // the machine was too busy for a number: then none is told
      expect(throughputRps.ratio).toBeGreaterThan(1.8);
      expect(throughputRps.low).toBeLessThan(throughputRps.ratio);
    }
  });
});
