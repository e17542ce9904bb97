import { describe, expect, it } from "vitest";
import { memoryPressure } from "../../../../app/diagnosis/rules/memoryPressure.ts";
import { type HostReading, NO_HOST_READING, type TargetReading } from "../../../../app/model/sample.ts";
import type { LevelDrawing } from "../../../support/builders.ts";
import { flatWith, growingWith, judged, type Strength, strengthOf } from "../../../support/judged.ts";

/** A peak at 50 connections, and a last level with less, on which host and target are like this. */
const falling = (host: Partial<HostReading>, target: Partial<TargetReading> = {}, lastRps = 150): LevelDrawing[] => [
  { connections: 10, rps: 177 },
  { connections: 50, rps: 357 },
  { connections: 100, rps: 348 },
  { connections: 150, rps: lastRps, host, target },
];
const collecting = (share: number) => falling({}, { collectorTimeShare: share });

describe("memory-pressure", () => {
  it.each<[string, LevelDrawing[], Strength]>([
    ["swapping behind the peak", falling({ swapPagesPerSecond: 70 }), "verdict"],
    ["a page now and then", falling({ swapPagesPerSecond: 30 }), "absent"],
    ["the target's pages come back from disk", falling({}, { majorFaultsPerSecond: 70 }), "verdict"],
    ["a few of them do", falling({}, { majorFaultsPerSecond: 30 }), "absent"],
    ["the collector takes 30 % of the time", collecting(0.3), "verdict"],
    ["the collector takes 12 %: it works as it should", collecting(0.12), "absent"],
    ["the collector takes 1.2 of 4 cores", falling({}, { collectorCores: 1.2, cpuCores: 4 }), "verdict"],
    ["the collector takes 0.5 of 4 cores", falling({}, { collectorCores: 0.5, cpuCores: 4 }), "absent"],
    ["the collector takes 0.15 of 0.3 cores", falling({}, { collectorCores: 0.15, cpuCores: 0.3 }), "verdict"],
    ["the collector takes 0.07 of 0.14 cores: a target that hardly works", falling({}, { collectorCores: 0.07, cpuCores: 0.14 }), "absent"],
    ["tasks wait for memory for 8 % of the time", falling({ pressureMemoryPercent: 8 }), "verdict"],
    ["tasks wait for memory for 3 % of the time", falling({ pressureMemoryPercent: 3 }), "absent"],
    ["memory that grew with the load, and a fall", falling({}, { rssBytes: 1e8 }), "hint"],
    ["memory that grew by a fifth, and a fall", falling({}, { rssBytes: 6e7 }), "absent"],
    ["a fall, and memory at ease: threads that thrash", falling({ us: 50, sy: 40, id: 10, contextSwitchesPerSecond: 90_000 }), "absent"],
    ["a fall by a fifth", falling({ pressureMemoryPercent: 8 }, {}, 290), "verdict"],
    ["a fall by a tenth: levels of a plateau differ by more", falling({ pressureMemoryPercent: 8 }, {}, 322), "hint"],
    ["no fall, and pressure: there, but is it the limit?", flatWith({ pressureMemoryPercent: 8 }), "hint"],
    [
      "no fall, and memory that grew with the load",
      flatWith({}).map((level, i) => ({ ...level, target: { rssBytes: (1 + i) * 1e8 } })),
      "absent",
    ],
    ["swapping while throughput grows", growingWith({ swapPagesPerSecond: 500 }), "absent"],
    ["nothing read of memory", falling({}).map((level) => ({ ...level, host: NO_HOST_READING, target: null })), "no-data"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(memoryPressure, { levels })).toBe(outcome);
  });

  it("tells the fall and the collector's share at the peak and behind it", () => {
    const levels = falling({}, { collectorTimeShare: 0.3 }, 73).map((level, i) =>
      i === 1 ? { ...level, target: { collectorTimeShare: 0.02 } } : level,
    );
    const judgement = judged(memoryPressure, { levels });
    expect(judgement.outcome === "present" && judgement.summary).toBe(
      "Throughput falls from 357 requests/s at 50 connections to 73.0 at 150, while the garbage collector takes 30 % of the target's time at 150, 2 % at the peak.",
    );
  });
});
