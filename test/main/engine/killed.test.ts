import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SessionStore } from "../../../main/store/sessionStore.ts";

const KILLED_AFTER_MS = 6000;
const LOST_AT_MOST_MS = 1000;

it("kill -9 of the engine in the middle of a level loses less than a second, and the session opens as interrupted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "plateau-killed-"));
  const file = join(folder, "s.db");
  const engine = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "../../../main/cli/plateau.cjs"),
      "demo",
      "connection-pool",
      "-c",
      "1,4",
      "-d",
      "20s",
      "-w",
      "500ms",
      "--db",
      file,
      "--no-progress",
    ],
    { stdio: ["ignore", "ignore", "inherit"] },
  );
  const startedAt = await firstTick(file, engine);
  await new Promise((resolve) => setTimeout(resolve, KILLED_AFTER_MS));
  engine.kill("SIGKILL");
  const killedAfterMs = Date.now() - startedAt;
  await once(engine, "exit");

  const store = new SessionStore(file);
  store.recover();
  const [summary] = store.list();
  expect(summary?.status).toBe("interrupted");
  const recording = store.read(summary?.id ?? "");
  const last = recording.ticks.at(-1);
  const storedMs = (last?.atMs ?? 0) + (last?.durationMs ?? 0);
  expect(killedAfterMs - storedMs).toBeLessThan(LOST_AT_MOST_MS);
  expect(recording.levels[0]).toMatchObject({ state: "stopped" });
  expect(recording.samples.length).toBeGreaterThan(20);
  store.close();
  rmSync(folder, { recursive: true });
});

/** Waits until the first tick is stored; resolves with the session's start, ms since 1970. */
async function firstTick(file: string, engine: ChildProcess): Promise<number> {
  for (let i = 0; i < 200; i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (engine.exitCode !== null) throw new Error(`the engine ended with ${engine.exitCode}`);
    const session = look(file);
    if (session !== null) return session;
  }
  throw new Error("no tick came");
}

function look(file: string): number | null {
  try {
    const store = new SessionStore(file);
    try {
      const id = store.list()[0]?.id;
      const recording = id === undefined ? null : store.read(id);
      return recording === null || recording.ticks.length === 0 ? null : Date.parse(recording.startedAt);
    } finally {
      store.close();
    }
  } catch {
    return null; // not made yet
  }
}
