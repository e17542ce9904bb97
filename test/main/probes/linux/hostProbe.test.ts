import { expect, test } from "vitest";
import { NO_HOST_READING } from "../../../../app/model/sample.ts";
import { type HostCounters, readHostCounters } from "../../../../main/probes/linux/hostCounters.ts";
import { hostReading } from "../../../../main/probes/linux/hostProbe.ts";
import { ProcFolder } from "../../../../main/probes/linux/procFolder.ts";
import type { CpuTicks } from "../../../../main/probes/linux/procStat.ts";
import { CAPTURED } from "../capture.ts";

const ticks = (user: number, system: number, idle: number, wait = 0, stolen = 0): CpuTicks => ({ user, system, idle, wait, stolen });

function counters(atMs: number, all: CpuTicks, cores: CpuTicks[], rest: Partial<HostCounters> = {}): HostCounters {
  return {
    atMs,
    stat: {
      all,
      cores: new Map(cores.map((core, at) => [`cpu${at}`, core])),
      contextSwitches: atMs * 5,
      interrupts: atMs * 2,
      runnable: 3,
      blocked: 1,
    },
    memory: { usedBytes: 4e9, availableBytes: 2e9, swapUsedBytes: 1e6 },
    swapPages: 0,
    pressure: { cpu: { someUs: atMs * 100, fullUs: null }, io: { someUs: 0, fullUs: 0 }, memory: { someUs: atMs * 50, fullUs: atMs * 20 } },
    netstat: { listenOverflows: 0, listenDrops: 0 },
    snmp: { activeOpens: atMs, passiveOpens: atMs * 2, attemptFails: atMs * 3, estabResets: atMs * 4, retransSegs: atMs * 5 },
    disks: new Map(),
    timeWait: 28,
    ...rest,
  };
}

const before = counters(1000, ticks(100, 100, 100), [ticks(50, 50, 50), ticks(50, 50, 50)]);
const after = counters(1200, ticks(116, 108, 112, 3, 1), [ticks(65, 55, 50), ticks(51, 53, 62)], {
  swapPages: 10,
  netstat: { listenOverflows: 4, listenDrops: 6 },
});

test("prints the ticks that passed as percent of all cores together", () => {
  expect(hostReading(before, after)).toMatchObject({ us: 40, sy: 20, id: 30, wa: 7.5, st: 2.5 });
});

test("the busiest core is busy as a core, not as a share of the machine", () => {
  expect(hostReading(before, after).busiestCorePercent).toBe(100);
});

test("counters become rates per second, over the time that passed", () => {
  expect(hostReading(before, after)).toMatchObject({
    contextSwitchesPerSecond: 5000,
    interruptsPerSecond: 2000,
    swapPagesPerSecond: 50,
    listenOverflowsPerSecond: 20,
    listenDropsPerSecond: 30,
    activeOpensPerSecond: 1000,
    passiveOpensPerSecond: 2000,
    connectFailuresPerSecond: 3000,
    resetsPerSecond: 4000,
    retransmitsPerSecond: 5000,
    pressureCpuPercent: 10,
    pressureIoPercent: 0,
    pressureIoFullPercent: 0,
    pressureMemoryPercent: 5,
    pressureMemoryFullPercent: 2,
  });
});

test("what is true at an instant needs no reading before", () => {
  expect(hostReading(null, after, { available: 28_232, inUse: 12 })).toEqual({
    ...NO_HOST_READING,
    runQueue: 3,
    blocked: 1,
    memoryUsedBytes: 4e9,
    swapUsedBytes: 1e6,
    timeWaitSockets: 28,
    memoryAvailableBytes: 2e9,
    localPorts: 28_232,
    localPortsInUse: 12,
  });
});

test("idle time that goes back by a tick is no time, and never negative", () => {
  const odd = counters(1200, ticks(120, 100, 99), [ticks(60, 50, 49)]);
  expect(hostReading(before, odd)).toMatchObject({ us: 100, sy: 0, id: 0 });
});

test("no tick passed: no shares, rather than zero", () => {
  expect(hostReading(before, { ...before, atMs: 1005 })).toMatchObject({ us: null, id: null, busiestCorePercent: null });
});

test("pressure never passes the whole interval", () => {
  const stalled = counters(1200, ticks(120, 100, 100), [], {
    pressure: { cpu: { someUs: 100_000 + 201_000, fullUs: null }, io: null, memory: null },
  });
  expect(hostReading(before, stalled)).toMatchObject({ pressureCpuPercent: 100, pressureIoPercent: null });
});

test("a kernel that tells nothing is a reading of nulls", () => {
  const nowhere = new ProcFolder("/nowhere");
  expect(hostReading(readHostCounters(nowhere, 0), readHostCounters(nowhere, 200))).toEqual(NO_HOST_READING);
});

test("the busiest disk is busy as a disk; requests and bytes are of all of them", () => {
  const disk = (busyMs: number, count: number) => ({
    ...{ reads: count, writes: count * 2, readBytes: count * 4096, writtenBytes: count * 8192, busyMs, queuedMs: busyMs * 3 },
  });
  const disks = (vda: number, vdb: number, count: number) => ({
    disks: new Map([["vda", disk(vda, count)] as const, ["vdb", disk(vdb, count)] as const]),
  });
  const idle = { ...before, ...disks(0, 0, 0) };
  expect(hostReading(idle, { ...after, ...disks(20, 150, 10) })).toMatchObject({
    diskBusyPercent: 75,
    diskQueueLength: 2.25,
    diskReadsPerSecond: 100,
    diskWritesPerSecond: 200,
    diskReadBytesPerSecond: 409_600,
    diskWriteBytesPerSecond: 819_200,
  });
  expect(hostReading(before, { ...after, ...disks(20, 150, 10) })).toMatchObject({ diskBusyPercent: null, diskReadsPerSecond: null });
});

test("a captured machine is read whole", () => {
  const counted = readHostCounters(new ProcFolder(CAPTURED), 0);
  expect(Object.values({ ...counted, ...counted.pressure })).not.toContain(null);
});
