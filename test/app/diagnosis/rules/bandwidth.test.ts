import { describe, expect, it } from "vitest";
import { bandwidth } from "../../../../app/diagnosis/rules/bandwidth.ts";
import type { LevelDrawing } from "../../../support/builders.ts";
import { judged, type Strength, strengthOf } from "../../../support/judged.ts";

/** Flat from 4 connections on at so many Mbit/s, in answers of so many bytes, from another machine whose CPU is told. */
const flatAt = (mbit: number, bytes = 100_000, more: Partial<LevelDrawing> = {}): LevelDrawing[] => {
  const ceiling = (mbit * 1e6) / 8 / bytes;
  return [1, 2, 4, 8, 16, 32].map((n) => {
    const rps = Math.min(n / 4, 1) * ceiling;
    return { connections: n, rps, target: null, tick: { bytesReceived: (rps * bytes) / 4 }, ...more };
  });
};

describe("bandwidth", () => {
  it.each<[string, LevelDrawing[], Strength]>([
    ["940 Mbit/s: what a link of 1 Gbit/s leaves", flatAt(940), "verdict"],
    ["94 Mbit/s: one of 100", flatAt(94), "verdict"],
    ["200 Mbit/s: exactly what a shaper is set to", flatAt(200.4), "verdict"],
    ["193 Mbit/s: somewhere near a round figure", flatAt(193), "hint"],
    ["50 MB/s: one in bytes", flatAt(398), "hint"],
    ["730 Mbit/s: no figure at all, so a pool", flatAt(730), "absent"],
    ["86 Mbit/s, too little for a link of 100", flatAt(86), "absent"],
    ["a link's figure in answers of 16 kB", flatAt(94, 16_000), "verdict"],
    ["a link's figure in answers of 6 kB", flatAt(94, 6000), "absent"],
    [
      "uploads",
      flatAt(94).map((level) => ({ ...level, tick: { bytesReceived: 100, bytesSent: level.tick?.bytesReceived ?? 0 } })),
      "verdict",
    ],
    ["a link's figure, between processes of one machine", flatAt(94, 100_000, { target: {} }), "verdict"],
    ["full cores, at a link's figure", flatAt(94, 100_000, { target: {}, idlePercent: 5 }), "absent"],
    [
      "a CPU that others fill, but not on the last level",
      flatAt(94, 100_000, { target: {}, idlePercent: 5 }).map((level, i) => (i === 5 ? { ...level, idlePercent: 60 } : level)),
      "verdict",
    ],
    [
      "a first level in the bend",
      flatAt(94).map((level, i) =>
        i === 2 ? { ...level, rps: level.rps * 0.9, tick: { bytesReceived: (level.tick?.bytesReceived ?? 0) * 0.9 } } : level,
      ),
      "verdict",
    ],
    ["28 % idle, at a link's figure", flatAt(94, 100_000, { target: {}, idlePercent: 28 }), "absent"],
    ["55 % idle, at a link's figure", flatAt(94, 100_000, { target: {}, idlePercent: 55 }), "verdict"],
    ["throughput grows", flatAt(94).slice(0, 3), "absent"],
    [
      "bytes that differ by 14 % between levels",
      flatAt(94).map((level, i) => ({ ...level, tick: { bytesReceived: (level.tick?.bytesReceived ?? 0) * (i === 4 ? 0.86 : 1) } })),
      "absent",
    ],
    [
      "bytes that differ by 7 % between levels",
      flatAt(94).map((level, i) => ({ ...level, tick: { bytesReceived: (level.tick?.bytesReceived ?? 0) * (i === 4 ? 0.93 : 1) } })),
      "verdict",
    ],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(bandwidth, { levels })).toBe(outcome);
  });

  it("names the link", () => {
    expect(judged(bandwidth, { levels: flatAt(940) })).toMatchObject({ summary: expect.stringContaining("close to a link of 1 Gbit/s") });
  });

  it("says that it needs the CPU of a target elsewhere", () => {
    expect(judged(bandwidth, { levels: flatAt(940), plan: { allowRemote: true } })).toEqual({
      outcome: "no-data",
      missing: "CPU of the target's host",
    });
  });
});
