import { describe, expect, it } from "vitest";
import { rowAt, timeline } from "../../../app/figures/timeline.ts";
import { placeAt, readoutAt } from "../../../renderer/charts/readout.ts";
import { aRecording } from "../../app/figures/recordings.ts";

const rows = timeline(aRecording({ connections: [1, 10], places: 2, serviceMs: 40, levelSeconds: 2 }));
const plain = (kind: Parameters<typeof readoutAt>[0], atMs: number) =>
  readoutAt(kind, rows, atMs).map(({ name, value }) => `${name} ${value}`.replaceAll("\u00a0", " "));

describe("the readout under the crosshair", () => {
  it("names level, phase and time", () => {
    expect(placeAt(rows, 700)).toBe("0:01, 1 connection, warm-up");
    expect(placeAt(rows, 2000)).toBe("0:02, 1 connection");
    expect(placeAt(rows, 3700)).toBe("0:04, between levels");
    expect(placeAt(rows, 6000)).toBe("0:06, 10 connections");
  });

  it("gives each chart's numbers with their units", () => {
    expect(plain("throughput", 6000)).toEqual([expect.stringMatching(/^good \d\d\.0 req\/s$/), "errors 0 /s"]);
    expect(plain("latency", 6000)).toEqual([
      expect.stringMatching(/^p50 2\d\d ms$/),
      expect.stringMatching(/^p90 /),
      expect.stringMatching(/^p99 /),
    ]);
    expect(plain("cpu", 6000).map((each) => each.split(" ")[0])).toEqual(["us", "sy", "wa", "st", "id"]);
    expect(plain("switches", 6000)[0]).toMatch(/^switches [\d\u202f]+ \/s$/);
  });

  it("says nothing where nothing was read", () => {
    const blind = timeline(aRecording({ connections: [1], places: 2, serviceMs: 40, idlePercent: null }));
    expect(readoutAt("cpu", blind, 2000)).toEqual([]);
    expect(readoutAt("switches", blind, 2000)).toEqual([]);
    expect(readoutAt("throughput", rows, 60_000)).toEqual([]);
  });
});

describe("rowAt()", () => {
  const at = (...times: number[]) => times.map((atMs) => ({ atMs }));
  it.each([
    [0, 100],
    [149, 100],
    [151, 200],
    [2100, 300],
    [9999, null],
  ] as const)("at %i ms it is the row at %s", (wanted, found) => expect(rowAt(at(100, 200, 300), wanted)?.atMs ?? null).toBe(found));
  it("of nothing is nothing", () => expect(rowAt([], 5)).toBeNull());
});
