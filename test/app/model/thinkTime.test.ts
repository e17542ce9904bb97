import { describe, expect, it } from "vitest";
import { levelsOf, Plan, planMs } from "../../../app/model/plan.ts";
import { LevelRecord } from "../../../app/model/recording.ts";
import { parseThinkTime, thinkTimeText } from "../../../app/model/thinkTime.ts";

describe("parseThinkTime()", () => {
  it.each([
    ["none", { kind: "none" }, "none"],
    ["50ms", { kind: "constant", meanMs: 50 }, "50ms"],
    ["1.5s", { kind: "constant", meanMs: 1500 }, "1500ms"],
    ["exp:50ms", { kind: "exponential", meanMs: 50 }, "exp:50ms"],
    ["uniform:20ms..80ms", { kind: "uniform", fromMs: 20, toMs: 80 }, "uniform:20ms..80ms"],
    ["normal:50ms~10ms", { kind: "normal", meanMs: 50, deviationMs: 10 }, "normal:50ms~10ms"],
    ["lognormal:50ms~30ms", { kind: "lognormal", meanMs: 50, deviationMs: 30 }, "lognormal:50ms~30ms"],
    ["file:pauses.txt", { kind: "sampled", valuesMs: [5, 7], file: "pauses.txt" }, "file:pauses.txt"],
  ])("reads %s, and writes it again", (text, thinkTime, written) => {
    const parsed = parseThinkTime(text, () => [5, 7]);
    expect(parsed).toEqual(thinkTime);
    expect(thinkTimeText(parsed)).toBe(written);
    expect(parseThinkTime(written, () => [5, 7])).toEqual(parsed);
  });

  it.each(["", "50", "-5ms", "0ms", "exp:", "exponential:50ms", "uniform:80ms..20ms", "normal:50ms", "lognormal:50ms~0ms", "2h"])(
    "refuses %j with what would be right",
    (text) => expect(() => parseThinkTime(text)).toThrow(/ : .+ \(none, 50ms, exp:50ms/),
  );
});

describe("levelsOf()", () => {
  it("runs every think time at every number of connections", () => {
    const plan = Plan.parse({ url: "x", connections: [1, 5], thinkTimes: [{ kind: "none" }, { kind: "constant", meanMs: 50 }] });
    const levels = levelsOf(plan).map(({ index, connections, thinkTime }) => [index, connections, thinkTime.kind]);
    expect(levels).toEqual([
      [0, 1, "none"],
      [1, 5, "none"],
      [2, 1, "constant"],
      [3, 5, "constant"],
    ]);
    expect(planMs(plan)).toBe(4 * 13_000 - 1000);
  });

  it("runs rates instead of connections, bounded by the most connections", () => {
    const plan = Plan.parse({ url: "x", rates: [50, 100], maxConnections: 7 });
    expect(levelsOf(plan).map(({ rateRps, connections }) => [rateRps, connections])).toEqual([
      [50, 7],
      [100, 7],
    ]);
  });
});

describe("what was saved before there were think times", () => {
  it("is a closed level without them", () => {
    const saved = { index: 0, connections: 5, startedMs: 0, measuredFromMs: 0, measuredToMs: 1000, state: "complete" };
    expect(LevelRecord.parse(saved)).toMatchObject({ ...saved, thinkTime: { kind: "none" }, rateRps: null });
  });
});
