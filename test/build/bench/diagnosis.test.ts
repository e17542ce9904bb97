import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BOTTLENECK_IDS } from "../../../app/model/finding.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { cases, notStaged } from "../../../build/bench/diagnosis/cases.ts";
import { judge } from "../../../build/bench/diagnosis/judge.ts";
import { Ledger } from "../../../build/bench/diagnosis/ledger.ts";
import { answers, freePort } from "../../../build/bench/diagnosis/program.ts";
import { score, type Verdicted } from "../../../build/bench/diagnosis/score.ts";
import { SessionStore } from "../../../main/store/sessionStore.ts";
import { aRecording, type LevelDrawing, queueOf } from "../../support/builders.ts";

const run = (right: Verdicted["right"], verdict: Verdicted["verdict"], confidence: number, stableAfterSeconds = 10): Verdicted => ({
  case: right[0],
  right,
  verdict,
  confidence,
  stableAfterSeconds,
});

describe("score()", () => {
  const scored = score([
    run(["connection-pool"], "connection-pool", 0.92, 4),
    run(["connection-pool"], "concurrency-limit", 0.7),
    run(["session-lock", "serialised"], "serialised", 0.62, 8),
    run(["disk-wait"], "inconclusive", 0),
    run(["disk-wait"], "healthy", 0.9),
    run(["healthy"], "healthy", 0.9, 12),
    run(["healthy"], "cpu-saturated", 0.9),
  ]);

  it("tells right, exact, silent and wrong apart", () => {
    expect(scored).toMatchObject({ runs: 7, cases: 4, hits: 3, exact: 2, abstentions: 1, wrong: 3 });
  });

  it("counts bottlenecks of healthy targets, and sick ones called healthy", () => {
    expect(scored).toMatchObject({ healthyRuns: 2, falseBottlenecks: 1, missed: 1 });
  });

  it("puts every run in one cell of the confusion matrix", () => {
    expect(scored.confusion).toContainEqual({ expected: "session-lock", verdict: "serialised", runs: 1 });
    expect(scored.confusion).toContainEqual({ expected: "disk-wait", verdict: "inconclusive", runs: 1 });
    expect(scored.confusion.reduce((sum, { runs }) => sum + runs, 0)).toBe(7);
  });

  it("holds confidence against hit rate, and leaves out who claims nothing", () => {
    expect(scored.reliability).toEqual([
      { from: 0.6, to: 0.7, runs: 1, hits: 1, meanConfidence: 0.62 },
      { from: 0.7, to: 0.8, runs: 1, hits: 0, meanConfidence: 0.7 },
      { from: 0.9, to: 1, runs: 4, hits: 2, meanConfidence: expect.closeTo(0.905, 6) },
    ]);
    expect(scored.calibrationError).toBeCloseTo((0.38 + 0.7 + Math.abs(2 - 3.62)) / 6, 6);
  });

  it("takes the median of the hits' times", () => {
    expect(scored.medianStableSeconds).toBe(8);
    expect(score([]).medianStableSeconds).toBeNull();
  });
});

describe("judge()", () => {
  it("says the verdict of the rules, and since which level it stays", () => {
    const judged = judge(aRecording({ levels: queueOf(2, 50) }));
    expect(["concurrency-limit", "connection-pool"]).toContain(judged.verdict);
    expect(judged.stableAfterSeconds).toBeGreaterThan(10); // one level has no shape
    expect(judged.stableAfterSeconds).toBeLessThan(60);
  });

  it("calls a run disturbed in which other programs took the CPU", () => {
    const disturbed = queueOf(2, 50).map(
      (level, index): LevelDrawing => (index === 2 ? { ...level, host: { us: 60, sy: 20, id: 20 } } : level),
    );
    expect(judge(aRecording({ levels: queueOf(2, 50) })).disturbed).toBe(false);
    expect(judge(aRecording({ levels: disturbed })).disturbed).toBe(true);
  });
});

describe("cases", () => {
  it("are at least 24, six of them healthy, each with a name of its own", () => {
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThanOrEqual(24);
    expect(cases.filter(({ right }) => right[0] === "healthy").length).toBeGreaterThanOrEqual(6);
  });

  it.each(BOTTLENECK_IDS)("stage %s, or say why not", (id) => {
    const staged = cases.some(({ right }) => right[0] === id);
    const reasons = notStaged().filter(({ what }) => what === id || what.startsWith(`${id} `));
    expect(staged || reasons.some(({ why }) => why !== "no case yet")).toBe(true);
  });
});

describe("npm run bench:diagnosis", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "plateau-bench-"));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it("judges kept sessions again with the present rules, without loading anything", async () => {
    keep(folder, "healthy", aRecording({ levels: [1, 2, 5, 10, 25, 50].map((connections) => ({ connections, rps: 40 * connections })) }));
    const { status, stdout } = await bench("--again", folder);
    expect(status).toBe(0);
    expect(stdout).toContain("1 runs of 1 cases");
    const { score: scored, results } = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
    expect(scored).toMatchObject({ runs: 1, hits: 1, falseBottlenecks: 0 });
    expect(results[0]).toMatchObject({ case: "healthy", verdict: "healthy", proof: { answers: 42 } });
    expect(readFileSync(join(folder, "report.md"), "utf8")).toContain("answers 42");
  });

  it.each([
    [["--runs", "0"], "plateau: --runs 0 : not a number of runs (1 or more)"],
    [["--turns", "5"], "plateau: --turns 5 : Unknown option '--turns' (--runs, --only, "],
    [["--only", "coffee"], "plateau: --only coffee : no such case (connection-pool/2, "],
  ])("refuses %j in one line", async (options, line) => {
    const { status, stderr } = await bench(...options);
    expect(status).toBe(2);
    expect(stderr).toContain(line);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  it("makes no folder where it is asked to judge again and nothing is kept", async () => {
    const { status, stderr } = await bench("--again", join(folder, "mistyped"));
    expect(status).toBe(1);
    expect(stderr).toContain("no run of these cases is kept there");
    expect(existsSync(join(folder, "mistyped"))).toBe(false);
  });
});

describe.runIf(process.platform !== "win32")("startProgram()", () => {
  it("ends a program with the process that started it, however that one ended", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const server = `require("node:http").createServer((_, answer) => answer.end()).listen(${port}, "127.0.0.1")`;
    const script = `
      import { answers, startProgram } from "./build/bench/diagnosis/program.ts";
      await startProgram({ command: [process.execPath, "-e", ${JSON.stringify(server)}], isReady: () => answers("${url}") });
      console.log("ready");`;
    const parent = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: ["ignore", "pipe", "inherit"] });
    await once(parent.stdout, "data");
    expect(await answers(url)).toBe(true);
    parent.kill("SIGKILL");
    await expect.poll(() => answers(url), { timeout: 10_000 }).toBe(false);
  });
});

/** As the bench leaves one run of a case. */
function keep(folder: string, id: string, recording: Recording): void {
  const ledger = new Ledger(folder);
  const store = new SessionStore(ledger.storeFile);
  const { levels, ticks, samples } = recording;
  store.append(recording.id, { kind: "started", recording: { ...recording, levels: [], ticks: [], samples: [] } });
  for (const level of levels) store.append(recording.id, { kind: "level", level });
  store.append(recording.id, { kind: "progress", ticks, samples });
  store.append(recording.id, { kind: "ended", status: "finished", finishedAt: recording.finishedAt as string, failure: null });
  store.close();
  ledger.add({ case: id, run: 1, session: recording.id, cores: 4, proof: { answers: 42 } });
}

async function bench(...options: readonly string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../../build/bench/diagnosis/bench.ts"), ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (part: string) => (said.stdout += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => (said.stderr += part));
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, ...said };
}
