import { describe, expect, it } from "vitest";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { parseObjective } from "../../../app/model/objective.ts";
import { capacitySentences } from "../../../app/report/capacityText.ts";
import { capacitiesOf } from "../../../app/schedule/capacities.ts";
import { nextLevel } from "../../../app/schedule/nextLevel.ts";
import { objectiveMet } from "../../../app/schedule/objectiveMet.ts";
import { aRecording, type LevelDrawing, queueOf } from "../../support/builders.ts";

const BUSY = 0.97; // of a core: the generator may be the limit itself, and the level is invalid

/** Latency in ms is the number of connections: 31 keep p90<31.5ms, 32 do not. */
const ran = (connections: number, more: Partial<LevelDrawing> = {}): LevelDrawing => ({
  connections,
  rps: 1000,
  latencyMs: connections,
  ...more,
});
const invalid = (connections: number): LevelDrawing => ran(connections, { generatorCores: BUSY });
const drawn = (levels: readonly LevelDrawing[], plan = {}) =>
  aRecording({ levels, plan: { objectives: [parseObjective("p90<31.5ms")], ...plan } });
const searching = { findCapacity: true };

const said = (levels: readonly LevelDrawing[], plan = {}) => {
  const recording = drawn(levels, plan);
  return capacitySentences(recording, summariseLevels(recording)).map(({ text, state }) => [text.replaceAll("\u00a0", " "), state]);
};
const next = (levels: readonly LevelDrawing[], plan = {}) => {
  const recording = drawn(levels, plan);
  return nextLevel(recording.plan, { records: recording.levels, summaries: summariseLevels(recording) });
};

describe("an objective", () => {
  it.each([
    // latency within, beyond; measured well or not
    [ran(8), "met"],
    [ran(64), "missed"],
    [invalid(8), "invalid"],
    [invalid(64), "invalid"],
  ])("is not decided by an invalid level", (level, met) => {
    const [summary] = summariseLevels(drawn([level]));
    expect(summary && objectiveMet(parseObjective("p90<31.5ms"), summary)).toBe(met);
  });
});

describe("the search for a capacity", () => {
  it("repeats an invalid level once, then ends and says so", () => {
    expect(next([ran(8), ran(16)], searching)).toMatchObject({ connections: 32, index: 2 });
    expect(next([ran(8), ran(16), invalid(32)], searching)).toMatchObject({ connections: 32, index: 3 });
    expect(next([ran(8), ran(16), invalid(32), invalid(32)], searching)).toBeNull();
    expect(said([ran(8), ran(16), invalid(32), invalid(32)], searching)).toEqual([
      ["p90 < 31.5 ms holds up to 16 connections. The search was stopped by invalid measurements at 32 connections.", "holds"],
    ]);
    expect(said([invalid(1), invalid(1)], searching)).toEqual([
      ["p90 < 31.5 ms is undecided. The search was stopped by invalid measurements at 1 connection.", "undecided"],
    ]);
  });

  it("goes on from the repetition when that is valid", () => {
    expect(next([ran(16), invalid(32), ran(32)], searching)).toMatchObject({ connections: 23 });
    expect(said([ran(16), invalid(32), ran(32)], searching)).toEqual([
      ["p90 < 31.5 ms holds up to 16 connections; not kept at 32.", "holds"],
    ]);
  });
});

describe("the capacity of a list of levels", () => {
  it("leaves open what only an invalid level would tell", () => {
    const levels = [ran(8), invalid(16), ran(64)];
    const recording = drawn(levels);
    expect(capacitiesOf(recording, summariseLevels(recording))).toMatchObject([{ connections: 8, firstMissed: 64, invalidAt: 16 }]);
    expect(said(levels)).toEqual([
      [
        "p90 < 31.5 ms holds up to 8 connections; not kept at 64. At 16 connections the measurement was invalid, and says nothing of the target.",
        "holds",
      ],
    ]);
    expect(said([invalid(8), ran(64)])).toEqual([
      [
        "p90 < 31.5 ms is undecided; not kept at 64 connections. At 8 connections the measurement was invalid, and says nothing of the target.",
        "undecided",
      ],
    ]);
  });

  it("does not mind an invalid level below one that holds", () => {
    expect(said([invalid(8), ran(16), ran(64)])).toEqual([["p90 < 31.5 ms holds up to 16 connections; not kept at 64.", "holds"]]);
  });
});

describe("levels added around the knee", () => {
  const adaptive = { adaptive: true };

  it("do not rest on an invalid one: it is measured again, and twice in vain is enough", () => {
    const around = queueOf(10, 50, {}, [1, 2, 5, 25, 50]);
    const knee = { connections: 10, rps: 200, generatorCores: BUSY };
    const plan = { ...adaptive, connections: [1, 2, 5, 25, 50] };
    expect(next(around, plan)).toMatchObject({ connections: 10 });
    expect(next([...around, knee], plan)).toMatchObject({ connections: 10 });
    expect(next([...around, knee, knee], plan)).toBeNull();
  });
});
