import { describe, expect, it } from "vitest";
import type { EventOf } from "../../../app/contract/calls.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { afterEvents, type Live, nothingLive, progressOf } from "../../../renderer/state/live.ts";
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
    expect(progressOf(until(700, "running"))).toMatchObject({ phase: "warmup", level: 0 });
    expect(progressOf(until(2200, "running"))).toMatchObject({ phase: "measured", level: 0, remainingMs: 1000 + 8000 });
  });
  it("knows the pause between levels", () =>
    expect(progressOf(until(3200, "complete"))).toMatchObject({ phase: "between", level: null, remainingMs: 8000 }));
  it("never goes back, and ends at one", () => {
    const fractions = [100, 700, 1500, 3200, 4500, 7000, 9000].map((ms) => progressOf(until(ms, "running")).fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(progressOf(whole)).toMatchObject({ phase: "over", remainingMs: 0, fraction: 1 });
  });
});
