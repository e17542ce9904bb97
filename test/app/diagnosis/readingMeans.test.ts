import { expect, test } from "vitest";
import { HostMeans, TargetMeans } from "../../../app/diagnosis/readingMeans.ts";
import { type HostReading, NO_HOST_READING, NO_TARGET_READING, Sample, type TargetReading } from "../../../app/model/sample.ts";

const meanHost = (readings: readonly HostReading[]) => folded(new HostMeans(), readings);
const meanTarget = (readings: readonly TargetReading[]) => folded(new TargetMeans(), readings);

function folded<R, V>(means: { add(reading: R): void; readonly value: V }, readings: readonly R[]): V {
  for (const reading of readings) means.add(reading);
  return means.value;
}

const target = (part: Partial<TargetReading>): TargetReading => ({ ...NO_TARGET_READING, pid: 7, name: "node", processes: 1, ...part });

test("a reading that is missing now and then is the mean of the others, one that never came stays missing", () => {
  const means = meanHost([
    { ...NO_HOST_READING, diskBusyPercent: 10 },
    { ...NO_HOST_READING, diskBusyPercent: null },
    { ...NO_HOST_READING, diskBusyPercent: 30 },
  ]);
  expect(means).toEqual({ ...NO_HOST_READING, diskBusyPercent: 20 });
  expect(meanTarget([target({ runDelayCores: 0.5 }), target({})])).toEqual(target({ runDelayCores: 0.5 }));
});

test("nothing was seen: no target", () => {
  expect(meanTarget([])).toBeNull();
});

test("threads that wait are averaged over all readings, those that found none there included", () => {
  const readings = [target({ waits: { poll: 1, lock: 9 } }), target({ waits: { poll: 1, "file-lock": 3 } }), target({})];
  expect(meanTarget(readings)?.waits).toEqual({ poll: 1, lock: 4.5, "file-lock": 1.5 });
});

test("groups of threads are averaged by name, the busiest first", () => {
  const group = (name: string, threads: number, cpuCores: number) => ({ name, threads, cpuCores });
  const readings = [
    target({ threadGroups: [group("GC Thread#", 2, 1.5), group("exec-", 8, 0.5)] }),
    target({ threadGroups: [group("exec-", 10, 1.5)] }),
  ];
  expect(meanTarget(readings)?.threadGroups).toEqual([group("exec-", 9, 1), group("GC Thread#", 1, 0.75)]);
});

test("workers and backends are the most that were seen", () => {
  const at = (connections: number) => [{ address: "10.0.0.5:5432", connections }];
  expect(meanTarget([target({ workers: 1, backends: at(2) }), target({ workers: 4, backends: at(8) }), target({})])).toMatchObject({
    workers: 4,
    backends: at(8),
  });
});

/** What the first release saved. */
const SAVED_HOST =
  "us sy id wa st busiestCorePercent contextSwitchesPerSecond interruptsPerSecond runQueue blocked memoryUsedBytes swapUsedBytes swapPagesPerSecond pressureCpuPercent pressureIoPercent pressureMemoryPercent listenOverflowsPerSecond timeWaitSockets";
const SAVED_TARGET =
  "cpuCores busiestThreadCores threads rssBytes voluntarySwitchesPerSecond involuntarySwitchesPerSecond openFiles backends";

test("a sample of an earlier Plateau is read, and what it did not have is missing", () => {
  const nulls = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, null]));
  const sample = Sample.parse({
    atMs: 200,
    intervalMs: 200,
    latenessMs: 0,
    probeCpuMs: 1,
    host: { ...nulls(SAVED_HOST), us: 12 },
    target: { ...nulls(SAVED_TARGET), pid: 7, name: "node", processes: 1 },
  });
  expect(sample.host).toEqual({ ...NO_HOST_READING, us: 12 });
  expect(sample.target).toEqual(target({}));
});
