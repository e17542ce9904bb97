import { expect, test } from "vitest";
import type { PidStat } from "../../../../main/probes/linux/pidStat.ts";
import { type ProcessReading, processRates, switchRates, threadCores } from "../../../../main/probes/linux/targetRates.ts";
import type { ThreadReading, ThreadTime } from "../../../../main/probes/linux/threads.ts";

/** pid → [ticks of CPU, started at tick] */
const processes = (atMs: number, cpu: Record<number, [number, number]>): ProcessReading => ({
  atMs,
  byPid: new Map(
    Object.entries(cpu).map(([pid, [cpuTicks, startedTicks]]) => [
      Number(pid),
      {
        pid: Number(pid),
        name: "n",
        state: "S",
        parentPid: 1,
        cpuTicks,
        systemTicks: cpuTicks / 2,
        majorFaults: cpuTicks / 10,
        threads: 1,
        startedTicks,
        rssPages: 1,
      } satisfies PidStat,
    ]),
  ),
});
const threads = <T>(atMs: number, values: Record<number, T>): ThreadReading<T> => ({
  atMs,
  byThread: new Map(Object.entries(values).map(([thread, value]) => [Number(thread), value])),
});

/** CPU of threads, ms; those that waited for a CPU did so for half as long. */
const times = (atMs: number, values: Record<number, number>): ThreadReading<ThreadTime> =>
  threads(atMs, Object.fromEntries(Object.entries(values).map(([thread, ranMs]) => [thread, { ranMs, waitedMs: ranMs / 2 }])));

test("the cores of all processes are added up, the kernel's part apart, and pages they waited for", () => {
  const rates = processRates(processes(0, { 1: [100, 5], 2: [50, 6] }), processes(200, { 1: [110, 5], 2: [70, 6] }), 100);
  expect(rates).toEqual({ cores: 1.5, systemCores: 0.75, majorFaultsPerSecond: 15 });
});

test("a process that is new, or took the pid of another, does not bring its past along", () => {
  expect(
    processRates(processes(0, { 1: [100, 5], 2: [50, 6] }), processes(200, { 1: [110, 5], 2: [900, 7], 3: [400, 8] }), 100)?.cores,
  ).toBeCloseTo(0.5);
});

test("nothing to compare with is null, not zero", () => {
  expect(processRates(null, processes(200, { 1: [1, 5] }), 100)).toBeNull();
  expect(processRates(processes(0, { 1: [1, 5] }), processes(200, { 2: [1, 5] }), 100)).toBeNull();
  expect(threadCores(null, times(200, { 1: 3 }))).toBeNull();
  expect(threadCores(times(0, { 1: 3 }), times(200, { 2: 3 }))).toBeNull();
  expect(switchRates(null, threads(200, { 1: { voluntary: 1, involuntary: 1 } }))).toBeNull();
});

test("the busiest thread is one thread, at most one core", () => {
  expect(threadCores(times(0, { 1: 0, 2: 50 }), times(200, { 1: 20, 2: 252 }))).toEqual({
    ...{ busiest: 1, all: 1.11, waited: 0.555, complete: true },
  });
});

test("a kernel that does not tell who waited for a CPU leaves it missing, not zero", () => {
  const untold = (atMs: number, ranMs: number) => threads(atMs, { 1: { ranMs, waitedMs: null } });
  expect(threadCores(untold(0, 0), untold(200, 20))).toMatchObject({ busiest: 0.1, waited: null });
});

test("threads that came or went make the sum incomplete", () => {
  expect(threadCores(times(0, { 1: 0 }), times(200, { 1: 20, 2: 5 }))).toMatchObject({ busiest: 0.1, complete: false });
  expect(threadCores(times(0, { 1: 0, 2: 5 }), times(200, { 1: 20 }))).toMatchObject({ busiest: 0.1, complete: false });
});

test("switches are added up over threads, per second", () => {
  const before = threads(0, { 1: { voluntary: 10, involuntary: 1 }, 2: { voluntary: 5, involuntary: 0 } });
  const after = threads(500, {
    1: { voluntary: 20, involuntary: 2 },
    2: { voluntary: 10, involuntary: 0 },
    3: { voluntary: 999, involuntary: 9 },
  });
  expect(switchRates(before, after)).toEqual({ voluntary: 30, involuntary: 2 });
});
