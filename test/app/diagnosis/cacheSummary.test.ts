import { describe, expect, it } from "vitest";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { Tick } from "../../../app/model/tick.ts";
import { sessionDocument } from "../../../app/report/sessionDocument.ts";
import { aRecording } from "../../support/builders.ts";

const drawn = { connections: 4, rps: 100, latencyMsOf: (answer: number) => (answer % 4 === 0 ? 80 : 2) };

describe("hits and misses of a level", () => {
  it("are folded from its ticks, and told in the session document", () => {
    const cacheOf = (latencyMs: number, answer: number) => (answer % 8 === 1 ? null : latencyMs < 10 ? "hit" : "miss");
    const recording = aRecording({ levels: [{ ...drawn, cacheOf }], seconds: 10 });
    expect(recording.ticks.map((tick) => Tick.parse(tick))).toEqual(recording.ticks);
    const [level] = summariseLevels(recording);
    expect(level?.caches).toMatchObject({
      hits: { requests: 625, latencyMs: { p50: 2 } },
      misses: { requests: 250, latencyMs: { max: 80 } },
    });
    const [told] = JSON.parse(JSON.stringify(sessionDocument(recording))).levels;
    expect(told.caches.misses).toEqual({ requests: 250, latencyMs: level?.caches?.misses.latencyMs });
    expect(Object.keys(told.caches.hits)).toEqual(["requests", "latencyMs"]);
  });

  it("are null where no answer told, as in sessions of before", () => {
    const recording = aRecording({ levels: [drawn] });
    expect(recording.ticks.some((tick) => "caches" in Tick.parse(tick))).toBe(false);
    expect(summariseLevels(recording)[0]?.caches).toBeNull();
    expect(sessionDocument(recording).levels[0]?.caches).toBeNull();
  });
});
