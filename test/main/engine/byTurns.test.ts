import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Recording } from "../../../app/model/recording.ts";
import { type LabTarget, startTarget } from "../../../main/lab/lab.ts";
import { SessionStore } from "../../../main/store/sessionStore.ts";
import { plateau } from "../../support/plateau.ts";

let outer: string;
let two: LabTarget;
let eight: LabTarget;
const QUICK = ["-c", "4,16", "-d", "4s", "-w", "200ms", "--cooldown", "100ms"];

beforeAll(async () => {
  outer = mkdtempSync(join(tmpdir(), "plateau-turns-"));
  [two, eight] = await Promise.all([startTarget("connection-pool", 2), startTarget("connection-pool", 8)]);
});
afterAll(async () => {
  await Promise.all([two.stop(), eight.stop()]);
  rmSync(outer, { recursive: true });
});

const newHome = (name: string): string => {
  const home = join(outer, name);
  mkdirSync(home);
  return home;
};
function saved(home: string): Recording[] {
  const store = new SessionStore(join(home, "sessions.db"));
  const recordings = store.list().map(({ id }) => store.read(id));
  store.close();
  return recordings.sort((a, b) => a.startedAt.localeCompare(b.startedAt));
}
/** When each level was loaded, on one clock. */
const loaded = ({ startedAt, levels }: Recording) =>
  levels.map(({ startedMs, measuredToMs }) => ({ from: Date.parse(startedAt) + startedMs, to: Date.parse(startedAt) + measuredToMs }));

describe("plateau run URL --against URL", () => {
  it("loads both by turns, A B A B at every level, and compares them", async () => {
    const home = newHome("both");
    const { status, stdout, stderr } = await plateau(home, "run", two.url, "--against", eight.url, ...QUICK, "--json").ended;
    expect(status, stderr).toBe(0);
    const [a, b] = saved(home) as [Recording, Recording];
    expect([a.plan.url, b.plan.url]).toEqual([two.url, eight.url]);
    for (const { status: how, levels } of [a, b]) {
      expect(how).toBe("finished");
      expect(levels.map(({ connections, state }) => [connections, state])).toEqual([4, 4, 16, 16].map((n) => [n, "complete"]));
    }
    const turns = [...loaded(a).map((at) => ({ ...at, of: "A" })), ...loaded(b).map((at) => ({ ...at, of: "B" }))].sort(
      (p, q) => p.from - q.from,
    );
    expect(turns.map(({ of }) => of).join("")).toBe("ABABABAB");
    for (const [i, { to }] of turns.slice(0, -1).entries()) expect(turns[i + 1]?.from).toBeGreaterThanOrEqual(to);
    const { interleaved, levels, before, after } = JSON.parse(stdout);
    expect([interleaved, before.id, after.id]).toEqual([true, a.id, b.id]);
    for (const { outcome, throughputRps } of levels) {
      if (outcome !== "not comparable") expect(throughputRps.ratio).toBeGreaterThan(1.5);
    }
  });

  it("keeps both when it is interrupted", async () => {
    const home = newHome("interrupted");
    const run = plateau(home, "run", two.url, "--against", eight.url, ...QUICK);
    await expect.poll(run.said, { timeout: 15_000 }).toContain("B: level 1 of 4");
    run.child.kill("SIGINT");
    expect((await run.ended).status).toBe(130);
    expect(saved(home).map(({ status, plan }) => [status, plan.url])).toEqual([
      ["interrupted", two.url],
      ["interrupted", eight.url],
    ]);
  });

  it.each([
    [["--against", "http://127.0.0.1:9/"], 1, /^plateau: http:\/\/127\.0\.0\.1:9\/ : .+ \(.+\)\n$/],
    [["--against", "http://192.0.2.1/"], 2, /^plateau: 192\.0\.2\.1 : .*another machine.*--allow-remote.*\n$/],
    [["--against", "http://127.0.0.1:9/", "--adaptive"], 2, /^plateau: --adaptive : it would not be the same for both \(.+\)\n$/],
    [
      ["--against", "http://127.0.0.1:9/", "--fail-on", "any"],
      2,
      /^plateau: --fail-on any : two sessions are compared, not one judged \(.+\)\n$/,
    ],
  ] as const)("%j -> %i, and nothing is saved", async (words, status, line) => {
    const home = newHome(words.join("").replaceAll(/\W/g, ""));
    const ended = await plateau(home, "run", two.url, ...words).ended;
    expect([ended.status, ended.stdout]).toEqual([status, ""]);
    expect(ended.stderr).toMatch(line);
    expect(JSON.parse((await plateau(home, "sessions", "--json").ended).stdout)).toEqual([]);
  });
});
