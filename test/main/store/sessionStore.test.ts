import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { SessionStore } from "../../../main/store/sessionStore.ts";
import { aRecording, queueOf } from "../../support/builders.ts";

let folder: string;
let store: SessionStore;
const file = (): string => join(folder, "deep", "sessions.db");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plateau-store-"));
  store = new SessionStore(file());
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const recording = aRecording({ levels: queueOf(2, 50, {}, [1, 2, 5]), seconds: 2 });

function save(what: Recording = recording, ended = true): void {
  store.append(what.id, { kind: "started", recording: { ...what, status: "running" } });
  for (const level of what.levels) {
    store.append(what.id, { kind: "level", level: { ...level, state: ended ? level.state : "running" } });
    store.append(what.id, {
      kind: "progress",
      ticks: what.ticks.filter((t) => t.level === level.index),
      samples: what.samples.slice(level.index * 2, level.index * 2 + 2),
    });
  }
  if (ended) store.append(what.id, { kind: "ended", status: "finished", finishedAt: what.finishedAt ?? "", failure: null });
}

describe("SessionStore", () => {
  it("gives back a session exactly as it happened", () => {
    save();
    expect(store.read(recording.id)).toEqual(recording);
  });

  it("lists it with its verdict and curve, latest first", () => {
    save();
    save({ ...recording, id: "20261122-120000-late", startedAt: "2026-11-22T12:00:00.000Z" });
    store.saveOutcome(recording.id, diagnose(recording), [{ connections: 1, throughputRps: 20 }], "doubtful");
    expect(store.list().map(({ id }) => id)).toEqual(["20261122-120000-late", recording.id]);
    expect(store.list()[1]).toMatchObject({
      url: "http://127.0.0.1:8080/",
      verdict: { id: "concurrency-limit" },
      curve: [{ connections: 1, throughputRps: 20 }],
      validity: "doubtful",
    });
    expect(store.list()[0]).not.toHaveProperty("validity"); // not judged yet
    expect(store.list()[0]?.verdict).toBeNull();
  });

  it("takes a delete back, and forgets a session it does not have", () => {
    save();
    store.delete(recording.id);
    expect(store.list()).toEqual([]);
    expect(() => store.read(recording.id)).toThrow(expect.objectContaining({ code: "SESSION_UNKNOWN" }));
    store.restore(recording.id);
    expect(store.read(recording.id)).toEqual(recording);
    expect(() => store.delete("nothing-like-it")).toThrow("not in this store");
  });

  it("opens what a dead process left running as interrupted, its last level cut where the ticks end", () => {
    save(recording, false);
    orphan();
    store.recover();
    const found = store.read(recording.id);
    expect(found.status).toBe("interrupted");
    expect(found.ticks).toEqual(recording.ticks);
    expect(found.levels.at(-1)).toMatchObject({ state: "stopped", measuredToMs: recording.ticks.at(-1)?.atMs });
    expect(found.finishedAt).toBe("2026-11-21T12:00:05.750Z");
  });

  it("takes one for doubtful that was valid as far as it came", () => {
    save(recording, false);
    store.saveValidity(recording.id, "valid");
    orphan();
    store.recover();
    expect(store.list()[0]).toMatchObject({ status: "interrupted", validity: "doubtful" });
  });

  it("lists sessions from before validity was kept, without any", () => {
    save();
    store.close();
    const older = new BetterSqlite3(file());
    older.exec("ALTER TABLE session DROP COLUMN validity; DROP TABLE dump; PRAGMA user_version = 1");
    older.close();
    store = new SessionStore(file());
    expect(store.list()).toHaveLength(1);
    expect(store.list()[0]).not.toHaveProperty("validity");
    expect(store.read(recording.id)).toEqual(recording);
  });

  it("opens a database that has no place for notes yet", () => {
    save();
    store.close();
    const older = new BetterSqlite3(file());
    older.exec("DROP TABLE annotation; PRAGMA user_version = 3");
    older.close();
    store = new SessionStore(file());
    expect(store.read(recording.id)).toEqual({ ...recording, annotations: [] });
  });

  it("leaves a session alone that another living process runs", () => {
    save(recording, false);
    new BetterSqlite3(file()).prepare("UPDATE session SET owner_pid = ?").run(process.ppid).changes;
    store.recover();
    expect(store.list()[0]?.status).toBe("running");
  });

  it("says which record is damaged instead of breaking", () => {
    save();
    new BetterSqlite3(file()).prepare("UPDATE tick SET record = '{\"level\": 0' WHERE id = 1").run();
    expect(() => store.read(recording.id)).toThrow(expect.objectContaining({ code: "SESSION_UNREADABLE" }));
    new BetterSqlite3(file()).prepare("UPDATE tick SET record = '{}' WHERE id = 1").run();
    expect(() => store.read(recording.id)).toThrow(expect.objectContaining({ code: "SESSION_UNREADABLE" }));
  });

  /** As if the process that wrote it had been killed: a pid nobody has. */
  function orphan(): void {
    const other = new BetterSqlite3(file());
    other.prepare("UPDATE session SET owner_pid = 4194305").run();
    other.close();
  }
});

describe("a file that is no store", () => {
  it.each([
    ["text", "this is not a database, and it is long enough to be looked at".repeat(30), "not a Plateau database"],
    ["a database cut in the middle", null, "damaged"],
  ])("%s: one sentence, and the file is left as it was", (_why, text, says) => {
    const path = join(folder, "other.db");
    if (text === null) {
      const half = new BetterSqlite3(path);
      half.exec("CREATE TABLE a(b); CREATE TABLE c(d);");
      half.close();
      writeFileSync(path, readFileSync(path).subarray(0, 5000));
    } else writeFileSync(path, text);
    const before = readFileSync(path);
    expect(() => new SessionStore(path)).toThrow(
      expect.objectContaining({ code: "STORE_UNUSABLE", message: expect.stringContaining(says) }),
    );
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it("from a newer Plateau: says so and does not touch it", () => {
    const path = join(folder, "newer.db");
    const newer = new BetterSqlite3(path);
    newer.pragma("user_version = 99");
    newer.close();
    expect(() => new SessionStore(path)).toThrow("written by a newer Plateau, schema 99");
  });

  it("a folder that cannot be made", () => {
    expect(() => new SessionStore(join(file(), "below-a-file", "x.db"))).toThrow(expect.objectContaining({ code: "STORE_UNUSABLE" }));
  });
});
