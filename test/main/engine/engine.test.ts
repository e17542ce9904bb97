import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { PlateauError } from "../../../app/model/errors.ts";
import { Plan } from "../../../app/model/plan.ts";
import { type Recording, type SessionEvent, withEvent } from "../../../app/model/recording.ts";
import { sessionDocument } from "../../../app/report/sessionDocument.ts";
import { Engine } from "../../../main/engine/engine.ts";
import { type LabTarget, startTarget } from "../../../main/lab/lab.ts";
import { SessionStore } from "../../../main/store/sessionStore.ts";

let folder: string;
let target: LabTarget;
let engine: Engine;
let store: SessionStore;

beforeAll(async () => {
  target = await startTarget("connection-pool", 2);
});
afterAll(() => target.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plateau-engine-"));
  store = new SessionStore(join(folder, "s.db"));
  engine = new Engine(store);
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true });
});

const plan = (more: Partial<Plan> = {}): Plan =>
  Plan.parse({ url: target.url, connections: [1, 4, 8], durationMs: 1500, warmupMs: 250, cooldownMs: 100, ...more });

/** Resolves when so many ticks have been told: a busy machine starts late. */
function ticks(wanted: number): Promise<void> {
  return new Promise((resolve) => {
    let told = 0;
    const stop = engine.listen((_id, event) => {
      if (event.kind === "progress") told += event.ticks.length;
      if (told < wanted) return;
      stop();
      resolve();
    });
  });
}

/** Resolves when the level has ended. */
function ended(index: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = engine.listen((_id, event) => {
      if (event.kind !== "level" || event.level.index !== index || event.level.state === "running") return;
      stop();
      resolve();
    });
  });
}

describe("Engine", () => {
  it("runs a plan level by level, and what it told is what it stored", async () => {
    const told: SessionEvent[] = [];
    engine.listen((_id, event) => told.push(event));
    const id = await engine.start(plan({ name: "a pool" }));
    const outcome = await engine.outcome(id);
    expect(outcome).toMatchObject({ status: "finished", error: null });
    const stored = store.read(id);
    expect(told.reduce<Recording>(withEvent, outcome.recording)).toEqual(stored);
    expect(stored).toMatchObject({ name: "a pool", status: "finished" });
    expect(summariseLevels(stored).map(({ connections, measuredSeconds }) => [connections, measuredSeconds])).toEqual([
      [1, 1.5],
      [4, 1.5],
      [8, 1.5],
    ]);
    expect(outcome.levels).toEqual(summariseLevels(stored)); // folded while it ran
    expect(outcome.diagnosis).toEqual(diagnose(stored));
    expect(store.list()[0]?.verdict?.id).toBe(outcome.diagnosis.verdict.id);
    expect(told.filter(({ kind }) => kind === "diagnosis").length).toBeGreaterThanOrEqual(3); // one a level: findings appear while it runs
    expect(stored.samples.length).toBeGreaterThan(15);
    expect(stored.samples.at(-1)?.target?.pid).toBe(target.pid);
  });

  it("refuses a second run while one goes on, and stops the first keeping what it measured", async () => {
    const id = await engine.start(plan({ durationMs: 20_000 }));
    await expect(engine.start(plan())).rejects.toMatchObject({ code: "ENGINE_BUSY" });
    await ticks(4);
    await engine.stop(id);
    expect(engine.running).toBeNull();
    const stored = store.read(id);
    expect(stored).toMatchObject({ status: "stopped", levels: [{ index: 0, state: "stopped" }] });
    expect(stored.ticks.length).toBeGreaterThanOrEqual(4);
  });

  it("opened while it runs, a session has all that was measured so far, and its events bring the rest", async () => {
    const id = await engine.start(plan({ connections: [2], durationMs: 2000 }));
    await ticks(4);
    const opened = store.read(id);
    const later: SessionEvent[] = [];
    engine.listen((_id, event) => later.push(event));
    expect(opened.ticks.length).toBeGreaterThanOrEqual(4);
    expect(engine.recordingOf(id)).toEqual(opened);
    expect(engine.levelsOf(id)).toEqual(summariseLevels(opened));
    const { levels } = await engine.outcome(id);
    expect(later.reduce<Recording>(withEvent, opened)).toEqual(store.read(id));
    expect(levels).toEqual(summariseLevels(store.read(id)));
    expect(engine.levelsOf(id)).toBeNull();
  });

  it("skips a level and goes on with the next", async () => {
    const id = await engine.start(plan({ connections: [1, 2], durationMs: 3000 }));
    await ticks(3);
    engine.control(id).skipLevel();
    const { recording, levels } = await engine.outcome(id);
    expect(recording.levels.map(({ state }) => state)).toEqual(["skipped", "complete"]);
    expect(levels).toEqual(summariseLevels(recording));
  });

  it("goes on with other connections when asked, pauses between levels, and keeps notes at their time", async () => {
    const id = await engine.start(plan({ connections: [1, 2], durationMs: 3000 }));
    await ticks(3);
    engine.control(id).annotate("cache switched on");
    engine.control(id).changeConnections(6);
    engine.control(id).pause();
    await ended(0);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(engine.recordingOf(id)?.levels).toHaveLength(1); // paused: the next has not begun
    engine.control(id).resume();
    const { recording } = await engine.outcome(id);
    expect(recording.levels.map(({ connections, state, inserted }) => [connections, state, inserted])).toEqual([
      [1, "skipped", false],
      [6, "complete", true],
      [2, "complete", false],
    ]);
    expect(recording.annotations).toEqual([{ atMs: expect.any(Number), text: "cache switched on" }]);
    expect(store.read(id)).toEqual(recording);
  });

  it("searches the capacity under an objective, and says it in the document", { timeout: 90_000, retry: 1 }, async () => {
    // two at a time, 53 ms each: with N connections a request takes about N / 2 x 53 ms
    const objectives = [{ metric: "mean", relation: "<", limit: 240 }] as const;
    const id = await engine.start(plan({ connections: [2], findCapacity: true, objectives: [...objectives], durationMs: 2000 }));
    const { recording, diagnosis } = await engine.outcome(id);
    const [capacity] = sessionDocument(recording, diagnosis).models.capacity;
    expect(capacity).toMatchObject({ slo: "mean<240ms", thinkTimeMs: null });
    expect(capacity?.connections).toBeGreaterThanOrEqual(8);
    expect(capacity?.connections).toBeLessThanOrEqual(9);
    expect(recording.levels.length).toBeLessThan(12);
  });

  it("saves nothing of a run that could not begin", async () => {
    await expect(engine.start(plan({ url: "http://127.0.0.1:9/" }))).rejects.toMatchObject({ code: "TARGET_UNREACHABLE" });
    expect(store.list()).toEqual([]);
    expect(engine.running).toBeNull();
  });

  it("ends a run whose store fails, says why, and keeps what was stored before", async () => {
    const append = store.append.bind(store);
    let written = 0;
    store.append = (id, event) => {
      if (event.kind === "progress" && written > 3)
        throw new PlateauError("STORE_UNUSABLE", "sessions.db : the disk is full (free some space)");
      if (event.kind === "progress") written += event.ticks.length;
      append(id, event);
    };
    const id = await engine.start(plan({ durationMs: 20_000 }));
    const { status, error } = await engine.outcome(id);
    expect(status).toBe("failed");
    expect(error?.message).toContain("the disk is full");
    store.append = append;
    expect(store.read(id).ticks.length).toBeGreaterThan(0);
  });
});
