import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EngineProcess } from "../../../main/desktop/engineProcess.ts";
import type { RunningEngine } from "../../../main/desktop/engineRuntime.ts";

/** An engine that ends when the test says so; `diary` is what happened, in order. */
function aShell() {
  const diary: string[] = [];
  const exits: ((how: string) => void)[] = [];
  const tellers: ((message: unknown) => void)[] = [];
  const start = (): RunningEngine => {
    diary.push("start");
    return {
      send: (message) => diary.push(`sent ${message}`),
      onMessage: (listener) => tellers.push(listener),
      onExit: (listener) => exits.push(listener),
      end: () => diary.push("asked to end"),
      kill: () => diary.push("killed"),
    };
  };
  const engine = new EngineProcess(start, {
    onMessage: (message) => diary.push(`told ${message}`),
    onClose: () => diary.push("close"),
    onRestart: () => diary.push("restarted"),
  });
  const dies = () => exits.at(-1)?.("SIGKILL");
  const says = (message: string) => tellers.at(-1)?.(message);
  return { engine, diary, dies, says };
}

describe("EngineProcess", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(console, "error").mockReturnValue();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("carries messages both ways", () => {
    const { engine, diary, says } = aShell();
    engine.send("a");
    says("b");
    expect(diary).toEqual(["start", "sent a", "told b"]);
  });

  it("starts an engine that died anew, and says both", () => {
    const { diary, dies, says } = aShell();
    dies();
    expect(diary).toEqual(["start", "close"]);
    vi.advanceTimersByTime(250);
    says("hello");
    expect(diary).toEqual(["start", "close", "start", "restarted", "told hello"]);
  });

  it("answers with a close while there is none, so that nobody waits for ever", () => {
    const { engine, diary, dies } = aShell();
    dies();
    engine.send("a");
    expect(diary).toEqual(["start", "close", "close"]);
  });

  it("waits longer each time, up to 8 s, and is eager again after one that lived", () => {
    const { diary, dies } = aShell();
    const starts = () => diary.filter((line) => line === "start").length;
    for (const waitMs of [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
      const before = starts();
      dies();
      vi.advanceTimersByTime(waitMs - 1);
      expect(starts()).toBe(before);
      vi.advanceTimersByTime(1);
      expect(starts()).toBe(before + 1);
    }
    vi.advanceTimersByTime(10_000);
    const before = starts();
    dies();
    vi.advanceTimersByTime(250);
    expect(starts()).toBe(before + 1);
  });

  it("stops cleanly, and does not start again", async () => {
    const { engine, diary, dies } = aShell();
    const stopped = engine.stop();
    dies();
    await stopped;
    vi.advanceTimersByTime(60_000);
    expect(diary).toEqual(["start", "asked to end"]);
  });

  it("kills an engine that does not end within 5 s", async () => {
    const { engine, diary, dies } = aShell();
    const stopped = engine.stop();
    vi.advanceTimersByTime(5_000);
    expect(diary).toEqual(["start", "asked to end", "killed"]);
    dies();
    await stopped;
  });

  it("stops at once while it waits to start anew", async () => {
    const { engine, diary, dies } = aShell();
    dies();
    await engine.stop();
    vi.advanceTimersByTime(60_000);
    expect(diary).toEqual(["start", "close"]);
  });
});
