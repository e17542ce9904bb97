import { describe, expect, it } from "vitest";
import { threadThrash } from "../../../../app/diagnosis/rules/threadThrash.ts";
import { type HostReading, NO_HOST_READING, type TargetReading } from "../../../../app/model/sample.ts";
import type { LevelDrawing } from "../../../support/builders.ts";
import { judged, type Strength, strengthOf } from "../../../support/judged.ts";

const busy = (sy: number, contextSwitchesPerSecond: number, more: Partial<HostReading> = {}): Partial<HostReading> => ({
  us: 85 - sy,
  sy,
  id: 15,
  contextSwitchesPerSecond,
  ...more,
});

/** Throughput peaks at 400 and falls to `rps`; there a request costs more switches and system time. Before: 10 switches, 1 ms. */
const thrashing = (switches: number, systemMs: number, rps = 250, more: Partial<HostReading> = {}): LevelDrawing[] =>
  [
    { connections: 1, rps: 100, host: busy(2.5, 1000) },
    { connections: 10, rps: 400, host: busy(10, 4000) },
    { connections: 50, rps: 380, host: busy(12, 5000) },
    { connections: 200, rps, host: busy((systemMs * rps) / 40, switches * rps, more) },
  ].map((level) => ({ target: { cpuCores: 3 }, ...level }));

/** As the target's own threads tell it, whatever else the machine does. */
const own = (switches: number, systemMs: number, more: Partial<TargetReading> = {}): LevelDrawing[] =>
  thrashing(40, 3).map(({ connections, rps, host = {} }, i, { length }) => {
    const [each, ms] = i === length - 1 ? [switches, systemMs] : [10, 1];
    const target = {
      cpuCores: 3,
      userCores: 2,
      systemCores: (ms * rps) / 1000,
      voluntarySwitchesPerSecond: each * rps,
      involuntarySwitchesPerSecond: 0,
    };
    return { connections, rps, host, target: { ...target, ...more } };
  });

/** Levels that are all beyond the knee: as another tool and vmstat tell them, on 4 cores. */
const told = (rps: readonly number[], host: Partial<HostReading>): LevelDrawing[] =>
  [10, 50, 100, 150].map((connections, i) => ({
    connections,
    rps: rps[i] ?? 0,
    host: i < 2 ? { ...NO_HOST_READING, ...host } : NO_HOST_READING,
    target: null,
  }));
const PUBLISHED: Partial<HostReading> = { us: 57, sy: 21, id: 22, contextSwitchesPerSecond: 12_000 };

describe("thread-thrash", () => {
  it.each<[string, LevelDrawing[], Strength]>([
    ["four times the switches, three times the system time a request", thrashing(40, 3), "verdict"],
    ["2.6 times the switches, twice the system time", thrashing(26, 2), "verdict"],
    ["1.7 times the switches", thrashing(17, 3), "absent"],
    ["a collector that takes 10 % of the target's time", own(40, 3, { collectorCores: 0.3 }), "verdict"],
    ["a collector that takes 72 %: the switches may be its own", own(26, 2, { collectorCores: 2.16 }), "hint"],
    ["1.3 times the system time", thrashing(40, 1.3), "absent"],
    ["switches that fall with the throughput: they only follow it", thrashing(26, 2, 100), "absent"],
    ["no fall, but dearer requests: they cost, and may not be the limit", thrashing(40, 3, 390), "hint"],
    ["a fall of 8 %", thrashing(40, 3, 366), "verdict"],
    ["a fall, and an idle machine", thrashing(40, 3).map((level) => ({ ...level, host: { ...level.host, us: 15, id: 50 } })), "absent"],
    [
      "a convoy: sixty times the switches, the kernel busier than the program, half of the CPU idle",
      thrashing(600, 10, 120).map((level, i) => (i < 2 ? level : { ...level, host: { ...level.host, us: 8, sy: 33, id: 59 } })),
      "verdict",
    ],
    [
      "the same switches, and the program busier than the kernel",
      thrashing(600, 10, 120).map((level, i) => (i < 2 ? level : { ...level, host: { ...level.host, us: 28, sy: 13, id: 59 } })),
      "absent",
    ],
    ["a fall, and a CPU two thirds busy", thrashing(40, 3).map((level) => ({ ...level, host: { ...level.host, us: 48 } })), "verdict"],
    ["a published run: 125 switches a request and a CPU 78 % busy", told([96, 103, 95, 89], PUBLISHED), "verdict"],
    ["the same without a decline: a chatty service", told([96, 97, 96, 96], PUBLISHED), "hint"],
    ["the same with 60 switches a request, still 5 % of the cycles", told([192, 206, 190, 172], PUBLISHED), "verdict"],
    ["the same with 40 switches a request", told([288, 309, 285, 255], PUBLISHED), "absent"],
    ["9000 switches a second, 6 % of the cycles", told([96, 103, 95, 86], { ...PUBLISHED, contextSwitchesPerSecond: 9000 }), "verdict"],
    ["6000 switches a second, 4 % of the cycles", told([96, 103, 95, 86], { ...PUBLISHED, contextSwitchesPerSecond: 6000 }), "absent"],
    ["system time that is 29 % of user time", told([96, 103, 95, 86], { ...PUBLISHED, us: 60, sy: 17.5 }), "verdict"],
    ["system time that is 16 % of user time", told([96, 103, 95, 86], { ...PUBLISHED, us: 67, sy: 11 }), "absent"],
    [
      "the published run with a pool of two: an idle machine",
      told([43, 42, 42, 38], { us: 13, sy: 13, id: 74, contextSwitchesPerSecond: 1574 }),
      "absent",
    ],
    ["full cores with the same switches a request", thrashing(10, 1, 395), "absent"],
    ["the target's own threads switch more", own(26, 2), "verdict"],
    ["the target's own threads do not: another program does", own(11, 1.1), "absent"],
    ["the target uses 1.3 of 4 cores", own(26, 2, { cpuCores: 1.3 }), "verdict"],
    ["the target uses 0.7 of 4 cores: others keep the machine busy", own(26, 2, { cpuCores: 0.7 }), "absent"],
    [
      "a fall when another program took the CPU",
      own(26, 2).map((level, i) =>
        i === 3 ? { ...level, target: { ...level.target, cpuCores: 1.5 }, host: { ...level.host, us: 80, sy: 15, id: 5 } } : level,
      ),
      "hint",
    ],
    ["no switches told", told([96, 103, 95, 89], { us: 57, sy: 21, id: 22 }), "no-data"],
    ["no CPU read", told([96, 103, 95, 89], {}), "no-data"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(threadThrash, { levels })).toBe(outcome);
  });

  it("says what a request costs more", () => {
    const judgement = judged(threadThrash, { levels: thrashing(40, 3) });
    expect(judgement).toMatchObject({
      outcome: "present",
      summary: expect.stringContaining("4.00 times the context switches and 3.00 times the system time"),
    });
  });

  it.each([
    [9, "for"], // on 4 cores
    [7, "against"],
  ])("takes %d runnable tasks as evidence %s a queue for the cores", (runQueue, speaks) => {
    const levels = thrashing(40, 3).map((level) => ({ ...level, host: { ...level.host, runQueue } }));
    const [host, target] = [levels, own(26, 2, { cpuCores: 3, runDelayCores: runQueue - 3 })].map((each) =>
      judged(threadThrash, { levels: each }),
    );
    for (const judgement of [host, target]) {
      expect(judgement?.outcome === "present" && judgement.evidence.find(({ metric }) => metric === "runnableTasks")?.speaks).toBe(speaks);
    }
  });

  it("advises fewer threads or a non-blocking connector", () => {
    expect(threadThrash.advice.join(" ")).toMatch(/fewer threads.*non-blocking connector/s);
  });
});
