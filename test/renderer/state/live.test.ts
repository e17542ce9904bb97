import { describe, expect, it } from "vitest";
import type { EventOf } from "../../../app/contract/calls.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { afterEvents, type Live, levelOfText, nothingLive, progressOf } from "../../../renderer/state/live.ts";
import { aRecording } from "../../app/figures/recordings.ts";

const whole = aRecording({ connections: [1, 2, 5], places: 2, serviceMs: 40, levelSeconds: 2 });
const started: Recording = { ...whole, status: "running", finishedAt: null, levels: [], ticks: [], samples: [] };
const says = (event: EventOf<"session:event">["event"], sessionId = whole.id): EventOf<"session:event"> => ({ sessionId, event });
const all = [
  says({ kind: "started", recording: started }),
  ...whole.levels.map((level) => says({ kind: "level", level })),
  ...[0, 1, 2].map((level) => says({ kind: "progress", ticks: whole.ticks.filter((tick) => tick.level === level), samples: [] })),
  says({ kind: "progress", ticks: [], samples: whole.samples }),
  says({ kind: "ended", status: "finished", finishedAt: whole.finishedAt ?? "", failure: null }),
];

describe("afterEvents()", () => {
  it("adds up to the recording, in one batch or one by one", () => {
    expect(afterEvents(nothingLive, all).recording).toEqual(whole);
    expect(all.reduce<Live>((live, event) => afterEvents(live, [event]), nothingLive).recording).toEqual(whole);
  });

  it("leaves events of another session alone", () => {
    const live = afterEvents(nothingLive, all.slice(0, 2));
    expect(
      afterEvents(live, [says({ kind: "ended", status: "failed", finishedAt: "2026-11-21T11:00:00.000Z", failure: "x" }, "other-session")]),
    ).toEqual(live);
  });

  it("does not count twice what a joined recording already holds", () => {
    const joined: Live = { recording: { ...whole, status: "running" }, diagnosis: null };
    expect(afterEvents(joined, all).recording).toEqual(whole);
  });

  it("starts over when another session begins", () => {
    const next = { ...started, id: "20261121-next" };
    expect(afterEvents(afterEvents(nothingLive, all), [says({ kind: "started", recording: next }, next.id)])).toEqual({
      recording: next,
      diagnosis: null,
    });
  });
});

describe("progressOf()", () => {
  const until = (ms: number, state: "running" | "complete"): Recording => ({
    ...started,
    levels: whole.levels
      .filter((level) => level.startedMs <= ms)
      .map((level, index, seen) => ({ ...level, state: index === seen.length - 1 ? state : "complete" })),
    ticks: whole.ticks.filter((tick) => tick.atMs <= ms),
    samples: whole.samples.filter((sample) => sample.atMs <= ms),
  });

  it("has the whole plan ahead before the first level", () =>
    expect(progressOf(started)).toMatchObject({ fraction: 0, remainingMs: 11_000, phase: "starting", level: null }));
  it("tells warm-up from measurement", () => {
    expect(progressOf(until(700, "running"))).toMatchObject({ phase: "warmup", level: { index: 0 } });
    expect(progressOf(until(2200, "running"))).toMatchObject({ phase: "measured", level: { index: 0 }, remainingMs: 1000 + 8000 });
  });
  it("knows the pause between levels", () =>
    expect(progressOf(until(3200, "complete"))).toMatchObject({ phase: "between", level: null, remainingMs: 8000 }));
  it("knows a pause that was asked for by its length", () => {
    const long = { ...until(3200, "complete"), samples: whole.samples.slice(0, 1).map((sample) => ({ ...sample, atMs: 9000 })) };
    expect(progressOf(long).phase).toBe("waiting");
  });
  it("counts every think time at every level, the first level again, and one asked for on the way", () => {
    const seen = until(2200, "running");
    const matrix = (plan: Partial<Recording["plan"]>, levels = seen.levels) => ({ ...seen, levels, plan: { ...seen.plan, ...plan } });
    const thinkTimes = [{ kind: "none" } as const, { kind: "constant", meanMs: 5 } as const];
    expect(progressOf(matrix({ thinkTimes }))).toMatchObject({ planned: 6, remainingMs: 1000 + 5 * 4000 });
    expect(progressOf(matrix({ thinkTimes, repeatFirst: true }))).toMatchObject({ planned: 7 });
    expect(progressOf(matrix({ rates: [10, 20] }))).toMatchObject({ planned: 2 });
    const inserted = seen.levels.map((level) => ({ ...level, inserted: true }));
    expect(progressOf(matrix({}, inserted))).toMatchObject({ planned: 4, ahead: [{ index: 0 }, { index: 1 }, { index: 2 }] });
  });
  it("promises no number of levels to a search", () => {
    const seen = until(2200, "running");
    const text = (plan: Partial<Recording["plan"]>) => {
      const recording = { ...seen, plan: { ...seen.plan, ...plan } };
      return levelOfText(recording, progressOf(recording));
    };
    expect(text({})).toBe("level 1 of 3");
    expect(text({ findCapacity: true })).toBe("level 1, searching");
    expect(text({ adaptive: true })).toBe("level 1 of at least 3");
  });
  it("never goes back, and ends at one", () => {
    const fractions = [100, 700, 1500, 3200, 4500, 7000, 9000].map((ms) => progressOf(until(ms, "running")).fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(progressOf(whole)).toMatchObject({ phase: "over", remainingMs: 0, fraction: 1 });
  });
});
