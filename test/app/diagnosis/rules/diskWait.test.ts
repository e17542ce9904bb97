import { describe, expect, it } from "vitest";
import { diskWait } from "../../../../app/diagnosis/rules/diskWait.ts";
import type { HostReading } from "../../../../app/model/sample.ts";
import { queueOf } from "../../../support/builders.ts";
import { flatWith, growingWith, judged, type Strength, strengthOf } from "../../../support/judged.ts";

const WAITING: Partial<HostReading> = { us: 8, sy: 7, id: 60, wa: 25, pressureIoPercent: 70, blocked: 4, diskBusyPercent: 97 };
const sick = (host: Partial<HostReading> = {}) => flatWith({ ...WAITING, ...host });
const iowait = (wa: number) => sick({ wa, pressureIoPercent: null, diskBusyPercent: null });
const pressure = (percent: number) => sick({ wa: 3, pressureIoPercent: percent, diskBusyPercent: null });
/** So many of the target's threads wait for the disk, of `width` at work, on a machine that tells nothing. */
const own = (disk: number, width = 4) =>
  queueOf(width, 40, { host: { wa: 2, pressureIoPercent: 4, blocked: null }, target: { waits: { disk, lock: 3 } } });
const crowded = (disk: number, runDelayCores: number) =>
  queueOf(4, 40, { host: { us: 75, sy: 25, id: 0 }, target: { waits: { disk }, runDelayCores, cpuCores: 0.05 } });

describe("disk-wait", () => {
  it.each<[string, ReturnType<typeof sick>, Strength]>([
    ["iowait, pressure, blocked tasks, a busy disk", sick(), "verdict"],
    ["iowait of 13 %, no pressure told", iowait(13), "verdict"],
    ["iowait of 7 %", iowait(7), "absent"],
    ["tasks that wait for 25 % of the time", pressure(25), "verdict"],
    ["tasks that wait for 15 % of the time: a log is flushed", pressure(15), "absent"],
    ["waiting, but nobody of weight: another program's", sick({ blocked: 0.4, diskBusyPercent: 30 }), "hint"],
    ["1.5 tasks blocked", sick({ blocked: 1.5, diskBusyPercent: null }), "verdict"],
    ["0.7 tasks blocked", sick({ blocked: 0.7, diskBusyPercent: null }), "hint"],
    ["the disk busy for 85 %, nobody blocked", sick({ blocked: 0, diskBusyPercent: 85 }), "verdict"],
    ["the disk busy for 50 %, nobody blocked", sick({ blocked: 0, diskBusyPercent: 50 }), "hint"],
    ["the target's own threads in it, and nothing else shows it", own(2), "verdict"],
    ["two fifths of those at work in it", own(1.6), "verdict"],
    ["a fifth of those at work in it: a log beside the work", own(0.8), "absent"],
    ["one at a time, for 70 % of the time in it", own(0.7, 1), "verdict"],
    ["one at a time, for 40 % of the time in it", own(0.4, 1), "absent"],
    ["cores that others fill, and the target's threads in the disk more than waiting for a core", crowded(2, 1), "verdict"],
    ["cores that others fill, and the target's threads waiting for one", crowded(2, 3), "absent"],
    ["full cores, and a disk that works too", sick({ us: 60, sy: 25, id: 0, wa: 15 }), "absent"],
    ["the CPU busy for 75 %", sick({ us: 50, sy: 25, id: 0, wa: 25 }), "verdict"],
    ["the disk that serves swapping: 70 pages/s", sick({ swapPagesPerSecond: 70 }), "hint"],
    ["a stray page or two", sick({ swapPagesPerSecond: 30 }), "verdict"],
    ["an idle machine that waits for a lock", flatWith({}), "absent"],
    ["waiting while throughput grows", growingWith(WAITING), "absent"],
    ["neither iowait nor pressure told", sick({ wa: null, pressureIoPercent: null }), "no-data"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(diskWait, { levels })).toBe(outcome);
  });

  it("shows what speaks against it", () => {
    const judgement = judged(diskWait, { levels: sick({ blocked: 0 }) });
    const against = judgement.outcome === "present" ? judgement.evidence.filter(({ speaks }) => speaks === "against") : [];
    expect(against.map(({ metric, observed }) => [metric, observed])).toEqual([["hostBlockedTasks", 0]]);
  });
});
