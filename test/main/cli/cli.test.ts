import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LabTarget, startTarget } from "../../../main/lab/lab.ts";
import { plateau } from "../../support/plateau.ts";

let outer: string;
let home: string;
let target: LabTarget;
let limited: LabTarget; // refusals are counted, not timed: its verdict does not depend on what else the machine does
const run = (...args: readonly string[]) => plateau(home, ...args).ended;
const QUICK = ["-d", "1s", "-w", "200ms", "--cooldown", "100ms"];

beforeAll(async () => {
  outer = mkdtempSync(join(tmpdir(), "plateau-cli-"));
  home = join(outer, "home");
  mkdirSync(home);
  target = await startTarget("connection-pool", 2);
  limited = await startTarget("rate-limit", 30);
});
afterAll(async () => {
  await target.stop();
  await limited.stop();
  rmSync(outer, { recursive: true });
});

describe("bad input: one line, an exit status, nothing saved", () => {
  it.each([
    // words                                                       exit  the line
    [["run"], 2, /^plateau: run : no url was given \(.+\)$/],
    [["run", "http://"], 2, /^plateau: http:\/\/.* : .+ \(.+\)$/],
    [["run", "ftp://127.0.0.1/"], 2, /^plateau: ftp:\/\/127\.0\.0\.1\/ : .+ \(.+\)$/],
    [["run", "http://127.0.0.1:9/"], 1, /^plateau: http:\/\/127\.0\.0\.1:9\/ : .+ \(.+\)$/],
    [["run", "unix:/no/such.sock:/a"], 1, /^plateau: unix:\/no\/such\.sock:\/a : there is no socket \/no\/such\.sock \(.+\)$/],
    [["run", "http+unix://app.sock/"], 2, /^plateau: http\+unix:\/\/app\.sock\/ : does not name a Unix socket .+ \(.+\)$/],
    [["run", "http://no-such-name.invalid/", "--allow-remote"], 1, /^plateau: .*no-such-name\.invalid.* : .+ \(.+\)$/],
    [["run", "http://192.0.2.1/"], 2, /^plateau: 192\.0\.2\.1 : .*another machine.*--allow-remote.*$/],
    [["run", "http://127.0.0.1:9/", "-c", "1,0,x"], 2, /^plateau: --connections 1,0,x : "0" is not a number of connections \(.+\)$/],
    [["run", "http://127.0.0.1:9/", "-d", "ten"], 2, /^plateau: --duration ten : not a time \(.+\)$/],
    [["run", "http://127.0.0.1:9/", "-d", "1ms"], 2, /^plateau: --duration 1ms : too small \(250 ms or more\)$/],
    [["run", "http://127.0.0.1:9/", "-m", "FETCH"], 2, /^plateau: --method FETCH : .+ \(GET, HEAD, POST, .+\)$/],
    [["run", "http://127.0.0.1:9/", "-H", "no colon"], 2, /^plateau: --header no colon : not a header \(.+\)$/],
    [["run", "http://127.0.0.1:9/", "-b", "@/no/such/file"], 2, /^plateau: --body @\/no\/such\/file : cannot be read: ENOENT \(.+\)$/],
    [["run", "http://127.0.0.1:9/", "--fail-on", "bad-luck"], 2, /^plateau: --fail-on bad-luck : "bad-luck" is not a finding \(.+\)$/],
    [["run", "http://127.0.0.1:9/", "--report", "x.doc"], 2, /^plateau: --report x\.doc : .+ \(.+\)$/],
    [["run", "--frobnicate"], 2, /^plateau: unknown option '--frobnicate' : .+ \(.+\)$/],
    [["frobnicate"], 2, /^plateau: unknown command 'frobnicate' : .+ \(.+\)$/],
    [["demo", "no-such-server"], 2, /^plateau: demo no-such-server : .+ \(connection-pool, .+\)$/],
    [["show", "nothing-of-the-kind"], 1, /^plateau: session nothing-of-the-kind : not in this store \(.+\)$/],
    [["delete", "nothing-of-the-kind"], 1, /^plateau: session nothing-of-the-kind : not in this store \(.+\)$/],
    [["serve", "--port", "99999"], 2, /^plateau: --port 99999 : not a port \(.+\)$/],
  ] as const)("plateau %j -> %i", async (words, status, line) => {
    const ended = await run(...words);
    expect({ ...ended, stderr: "" }).toEqual({ status, stdout: "", stderr: "" });
    expect(ended.stderr.trim()).toMatch(line);
  });

  it("none of which saves a session", async () => expect((await run("sessions", "--json")).stdout).toBe("[]\n"));

  it("a damaged table, quoted without what could drive the terminal", async () => {
    const file = join(home, "damaged.csv");
    writeFileSync(file, "con\u001b[31mnections,rps\n1,2\n");
    const { status, stderr } = await run("diagnose", file);
    expect(status).toBe(1);
    expect(stderr).toContain("is no known column");
    expect(stderr).not.toContain("\u001b");
  });

  it("a database that is none", async () => {
    const file = join(home, "notes.txt");
    writeFileSync(file, "shopping list\n".repeat(500));
    const { status, stderr } = await run("sessions", "--db", file);
    expect(status).toBe(1);
    expect(stderr.trim()).toBe(`plateau: ${file} : not a Plateau database (name another file with --db)`);
  });
});

describe("a session from the command line", () => {
  it("runs, prints the table as it grows, saves, shows, exports, deletes", { retry: 1 }, async () => {
    const home = mkdtempSync(join(outer, "try-")); // of its own: a try that failed leaves its session behind
    const run = (...args: readonly string[]) => plateau(home, ...args).ended;
    const json = join(home, "run.json");
    const report = join(home, "run.html");
    const ran = await run(
      "run",
      limited.url,
      "-c",
      "2,4,8",
      "-d",
      "3s",
      "-w",
      "300ms",
      "--cooldown",
      "100ms",
      "--name",
      "a limiter",
      "--tag",
      "x",
      "--json",
      json,
      "--report",
      report,
      "--fail-on",
      "rate-limit",
    );
    expect(ran.status).toBe(3);
    expect(ran.stdout).toMatch(/connections +throughput[\s\S]+\n +2 [\s\S]+\n +4 [\s\S]+\n +8 /);
    expect(ran.stdout).toContain("Verdict: rate-limit");
    expect(ran.stderr).toContain("level 3 of 3: 8 connections");
    const document = JSON.parse(readFileSync(json, "utf8"));
    expect(document).toMatchObject({
      schema: "plateau/session@1",
      name: "a limiter",
      status: "finished",
      verdict: { id: "rate-limit" },
      plan: { tags: ["x"] },
    });
    expect(readFileSync(report, "utf8")).toContain("<svg");

    const listed = JSON.parse((await run("sessions", "--json")).stdout);
    expect(listed).toEqual([
      expect.objectContaining({
        id: document.id,
        name: "a limiter",
        status: "finished",
        verdict: expect.objectContaining({ id: "rate-limit" }),
      }),
    ]);
    expect((await run("show", "last")).stdout).toContain("Verdict: rate-limit");
    expect(JSON.parse((await run("show", document.id, "--json")).stdout)).toEqual(document);
    expect(JSON.parse((await run("export", document.id, "--format", "json")).stdout)).toEqual(document);

    expect(await run("delete", document.id)).toMatchObject({ status: 2, stderr: expect.stringContaining("--yes") });
    expect((await run("delete", document.id, "--yes")).status).toBe(0);
    expect((await run("sessions", "--json")).stdout).toBe("[]\n");
  });

  it("--json without a file prints the document and nothing else", async () => {
    const { status, stdout } = await run("run", target.url, "-c", "1", ...QUICK, "--json", "--no-progress");
    expect(status).toBe(0);
    expect(JSON.parse(stdout).levels).toHaveLength(1);
  });

  it("Ctrl-C keeps what was measured and exits with 130", async () => {
    const { child, ended, said } = plateau(home, "run", target.url, "-c", "2,4", "-d", "30s", "-w", "200ms", "--name", "cut");
    await expect.poll(said, { timeout: 10_000 }).toContain("level 1 of 2");
    await new Promise((resolve) => setTimeout(resolve, 2500));
    child.kill("SIGINT");
    const { status, stdout } = await ended;
    expect(status).toBe(130);
    expect(stdout).toContain("(interrupted) is saved");
    const shown = JSON.parse((await run("show", "last", "--json")).stdout);
    expect(shown).toMatchObject({ name: "cut", status: "interrupted", levels: [{ connections: 2 }] });
    expect(shown.levels[0].requests).toBeGreaterThan(20);
  });

  it("Ctrl-C twice ends at once, and the session opens as interrupted", async () => {
    const { child, ended, said } = plateau(home, "run", target.url, "-c", "2", "-d", "30s", "-w", "0ms", "--name", "cut twice");
    await expect.poll(said, { timeout: 10_000 }).toContain("level 1 of 1");
    await new Promise((resolve) => setTimeout(resolve, 1500));
    child.kill("SIGINT");
    child.kill("SIGINT");
    expect((await ended).status).toBe(130);
    expect(JSON.parse((await run("show", "last", "--json")).stdout)).toMatchObject({ name: "cut twice", status: "interrupted" });
  });

  it("demo saves a session and a report without being told where", async () => {
    const { status, stdout } = await run("demo", "global-lock", "-c", "1,2,4", ...QUICK);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Report: .+\.html/);
    expect(readdirSync(join(home, "reports"))).toHaveLength(1);
  });

  it("doctor tells what this machine offers, also as JSON", async () => {
    expect((await run("doctor")).stdout).toContain("Session store");
    const checks = JSON.parse((await run("doctor", "--json")).stdout);
    expect(checks).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: expect.any(String), state: expect.stringMatching(/ok|missing|warning/) })]),
    );
  });
});
