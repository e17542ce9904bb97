import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Plan } from "../../../app/model/plan.ts";
import type { LevelRecord, SessionEvent } from "../../../app/model/recording.ts";
import { NO_THINK_TIME } from "../../../app/model/thinkTime.ts";
import { Engine } from "../../../main/engine/engine.ts";
import { PlateauDump } from "../../../main/engine/plateauDump.ts";
import type { DumpTarget } from "../../../main/probes/dumps/takeDump.ts";
import { SessionStore } from "../../../main/store/sessionStore.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A session of which a test says what happens; its warm-ups last 1 s unless it says otherwise. */
function drawn({ threadDumps = "auto", due = true, takesMs = 0 }: { threadDumps?: "auto" | "off"; due?: boolean; takesMs?: number } = {}) {
  const events: SessionEvent[] = [];
  const asked: DumpTarget[] = [];
  const originNs = process.hrtime.bigint();
  const dumps = new PlateauDump({
    plan: { url: "http://127.0.0.1:80/", pid: 7, threadDumps },
    originNs,
    emit: (event) => events.push(event),
    isDue: () => due,
    take: async (target) => {
      asked.push(target);
      await pause(takesMs);
      return { dump: { tool: "jcmd", counts: "threads", durationMs: takesMs, total: 0, groups: [] }, why: null };
    },
  });
  const begins = (level: Partial<LevelRecord> = {}, warmupMs = 1000): LevelRecord => {
    const startedMs = Number(process.hrtime.bigint() - originNs) / 1e6;
    const window = { startedMs, measuredFromMs: startedMs + warmupMs, measuredToMs: startedMs + warmupMs + 1000 };
    const record: LevelRecord = {
      index: 0,
      connections: 1,
      thinkTime: NO_THINK_TIME,
      rateRps: null,
      inserted: false,
      state: "running",
      ...window,
    };
    dumps.hear({ kind: "level", level: { ...record, ...level } });
    return record;
  };
  return { events, asked, dumps, begins };
}

test("one dump a session, in the middle of a warm-up, with a note at its place", async () => {
  const { events, asked, begins } = drawn();
  const { startedMs, measuredFromMs } = begins();
  await pause(600);
  begins({ index: 1 });
  await pause(600);
  expect(asked).toEqual([{ pid: 7, url: "http://127.0.0.1:80/" }]);
  expect(events.map(({ kind }) => kind)).toEqual(["dump", "annotation"]);
  const takenAtMs = events[0]?.kind === "dump" ? events[0].dump.takenAtMs : 0;
  expect(takenAtMs).toBeGreaterThan(startedMs + 300);
  expect(takenAtMs).toBeLessThan(measuredFromMs);
  expect(events[1]).toMatchObject({ annotation: { atMs: takenAtMs, text: "Thread dump by jcmd, 0 ms" } });
});

test.each([
  ["it is switched off", { threadDumps: "off" }, {}, 1000],
  ["throughput still grows", { due: false }, {}, 1000],
  ["the warm-up is too short", {}, {}, 500],
  [
    "the level is a block of an experiment",
    {},
    { experiment: { id: "no-cookie", arm: "A", block: 0 } as unknown as LevelRecord["experiment"] },
    1000,
  ],
  ["the level is over", {}, { state: "complete" }, 1000],
] as const)("none when %s", async (_why, session, level, warmupMs) => {
  const { asked, begins } = drawn(session);
  begins(level as Partial<LevelRecord>, warmupMs);
  await pause(600);
  expect(asked).toEqual([]);
});

test("a dump that takes longer than the warm-up says so, one that outlives the session is forgotten", async () => {
  const slow = drawn({ takesMs: 800 });
  const ended = drawn({ takesMs: 800 });
  slow.begins();
  ended.begins();
  await pause(600);
  ended.dumps.hear({ kind: "ended", status: "finished", finishedAt: "2026-11-21T12:00:00.000Z", failure: null });
  await pause(800);
  expect(slow.events.at(-1)).toMatchObject({ annotation: { text: expect.stringContaining("reached into what was measured") } });
  expect(ended.events).toEqual([]);
});

test.runIf(process.platform === "linux")(
  "a run keeps a dump of a target that shows its stacks",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "plateau-dump-"));
    const file = join(folder, "target.cjs");
    writeFileSync(
      file,
      `const { pbkdf2Sync } = require("node:crypto");
     const server = require("node:http").createServer((_, response) => response.end(pbkdf2Sync("x", "y", 2000, 64, "sha512")));
     server.listen(0, "127.0.0.1", () => process.send(server.address().port));
     process.on("disconnect", () => process.exit());`,
    );
    const target = fork(file, { execArgv: ["--inspect=127.0.0.1:0"], stdio: "ignore" });
    const store = new SessionStore(join(folder, "s.db"));
    const engine = new Engine(store);
    try {
      const [port] = (await once(target, "message")) as [number];
      const plan = { url: `http://127.0.0.1:${port}/`, connections: [1, 4], durationMs: 1500, warmupMs: 2000, cooldownMs: 0 };
      const id = await engine.start(Plan.parse(plan));
      await engine.outcome(id);
      const { dumps = [], annotations, levels } = store.read(id);
      expect(dumps).toMatchObject([{ tool: "inspector", counts: "samples" }]);
      expect(dumps[0]?.groups.flatMap(({ frames }) => frames).join()).toContain("pbkdf2Sync");
      expect(dumps[0]?.takenAtMs).toBeGreaterThan(levels[1]?.startedMs ?? 0);
      expect(dumps[0]?.takenAtMs).toBeLessThan(levels[1]?.measuredFromMs ?? 0);
      expect(annotations).toMatchObject([{ text: expect.stringContaining("Thread dump by inspector") }]);
    } finally {
      await engine.close();
      target.kill();
      rmSync(folder, { recursive: true });
    }
  },
  30_000,
);
