import { Plan, type PlanInput } from "../../app/model/plan.ts";
import type { LevelRecord, Recording } from "../../app/model/recording.ts";
import {
  type HostReading,
  type MachineReading,
  NO_HOST_READING,
  NO_TARGET_READING,
  type Sample,
  type TargetReading,
} from "../../app/model/sample.ts";
import { NO_THINK_TIME, type ThinkTime } from "../../app/model/thinkTime.ts";
import { type ErrorCounts, noErrors, TICK_MS, type Tick } from "../../app/model/tick.ts";
import type { CacheOutcome } from "../../app/requests/cacheOutcome.ts";
import { LatencyHistogram } from "../../app/statistics/latencyHistogram.ts";
import { CacheMeter } from "../../main/load/cacheMeter.ts";

/** One level as a test draws it; the rest is a calm host and a target that can be seen. */
export interface LevelDrawing {
  readonly connections: number;
  readonly rps: number; // answers of all kinds
  readonly latencyMs?: number; // default: what Little's law says
  readonly idlePercent?: number;
  readonly target?: Partial<TargetReading> | null;
  readonly generatorCores?: number;
  readonly errors?: Partial<ErrorCounts>; // per second
  readonly statusCodes?: Readonly<Record<string, number>>; // share of the answers, 0..1
  readonly thinkTime?: ThinkTime;
  readonly rateRps?: number; // the open model
  readonly rpsAt?: (second: number) => number; // when it is not steady
  readonly latencyMsAt?: (second: number) => number;
  readonly latencyMsOf?: (answer: number) => number; // of the level's n-th good answer, from 0: a distribution
  readonly cacheOf?: (latencyMs: number, answer: number) => CacheOutcome | null; // what a good answer tells of caches
  readonly failedLatencyMs?: number; // of error answers
  readonly answersPerConnection?: readonly number[];
  readonly host?: Partial<HostReading>; // as every sample of it says instead
  readonly tick?: Partial<Tick>; // as every tick of it says instead
  readonly generator?: Partial<Tick["generator"]>;
  readonly open?: Partial<NonNullable<Tick["open"]>>; // per tick
  readonly sample?: Partial<Sample>; // as every sample of it says instead
  readonly machine?: Partial<MachineReading>;
  readonly state?: LevelRecord["state"];
  readonly record?: Partial<LevelRecord>; // as its record says instead
}

export interface RecordingDrawing {
  readonly levels: readonly LevelDrawing[];
  readonly plan?: Partial<PlanInput>;
  readonly cores?: number;
  readonly seconds?: number;
}

const QUIET: HostReading = {
  ...NO_HOST_READING,
  us: 10,
  sy: 5,
  id: 85,
  wa: 0,
  st: 0,
  busiestCorePercent: 20,
  contextSwitchesPerSecond: 1000,
  interruptsPerSecond: 500,
  runQueue: 1,
  blocked: 0,
  memoryUsedBytes: 1e9,
  swapUsedBytes: 0,
  swapPagesPerSecond: 0,
  pressureCpuPercent: 0,
  pressureIoPercent: 0,
  pressureMemoryPercent: 0,
  listenOverflowsPerSecond: 0,
  timeWaitSockets: 0,
};
const CALM: TargetReading = {
  ...NO_TARGET_READING,
  pid: 100,
  name: "node",
  processes: 1,
  cpuCores: 0.1,
  busiestThreadCores: 0.08,
  threads: 11,
  rssBytes: 5e7,
  voluntarySwitchesPerSecond: 400,
  involuntarySwitchesPerSecond: 2,
  openFiles: 30,
  backends: [],
};

const STILL: MachineReading = { clockJumpMs: 0, cpuMegahertz: 3000, onBattery: false };
const NOTHING_MISSED = { offered: 0, dropped: 0, queued: 0, boundReached: 0, connections: 10 };

/** A recording as a run would have left it: ticks of 250 ms, samples of 1 s, levels one after the other. */
export function aRecording({ levels, plan = {}, cores = 4, seconds = 10 }: RecordingDrawing): Recording {
  const levelMs = seconds * 1000;
  const records = levels.map(
    ({ connections, thinkTime = NO_THINK_TIME, rateRps = null, state = "complete", answersPerConnection, record }, index): LevelRecord => ({
      index,
      connections,
      thinkTime,
      rateRps,
      inserted: false,
      startedMs: index * levelMs,
      measuredFromMs: index * levelMs,
      measuredToMs: (index + 1) * levelMs,
      state,
      ...(answersPerConnection === undefined ? {} : { answersPerConnection: [...answersPerConnection] }),
      ...record,
    }),
  );
  return {
    id: "20261121-120000-test",
    name: "drawn",
    status: "finished",
    startedAt: "2026-11-21T12:00:00.000Z",
    finishedAt: "2026-11-21T12:01:00.000Z",
    plateauVersion: "0.1.0",
    plan: Plan.parse({
      url: "http://127.0.0.1:8080/",
      connections: levels.map(({ connections }) => connections),
      durationMs: levelMs,
      ...plan,
    }),
    host: { os: "Linux", cpu: "a CPU", cores, memoryBytes: 8e9, node: "v24.0.0", virtualised: false },
    failure: null,
    warnings: [],
    annotations: [],
    levels: records,
    ticks: levels.flatMap((level, index) => ticksOf(level, index, seconds)),
    samples: levels.flatMap((level, index) => samplesOf(level, index, seconds)),
  };
}

function ticksOf(level: LevelDrawing, index: number, seconds: number): Tick[] {
  const perSecond = 1000 / TICK_MS;
  let answered = 0;
  let owed = 0; // the part of an answer the tick before could not give
  return Array.from({ length: seconds * perSecond }, (_, i) => {
    const rps = level.rpsAt?.(i / perSecond) ?? level.rps;
    owed += rps / perSecond;
    const requests = Math.floor(owed + 1e-9);
    owed -= requests;
    const errors = { ...noErrors(), ...mapValues(level.errors ?? {}, (n) => Math.round(n / perSecond)) };
    const latencies = new LatencyHistogram();
    const caches = new CacheMeter();
    const latencyMs = level.latencyMsAt?.(i / perSecond) ?? level.latencyMs ?? (1000 * level.connections) / rps;
    const latencyUs = Math.round(1000 * latencyMs);
    for (let n = 0; n < requests - errors.status - errors.body; n++) {
      const us = level.latencyMsOf === undefined ? latencyUs : 1000 * level.latencyMsOf(answered);
      latencies.record(us);
      const cache = level.cacheOf?.(us / 1000, answered) ?? null;
      if (cache !== null) caches.answered(cache, us);
      answered++;
    }
    const failed = new LatencyHistogram();
    for (let n = 0; n < errors.status + errors.body; n++) failed.record(1000 * (level.failedLatencyMs ?? 1));
    const cpuMs = (level.generatorCores ?? 0.1) * TICK_MS;
    return {
      level: index,
      phase: "measured",
      atMs: index * seconds * 1000 + i * TICK_MS,
      durationMs: TICK_MS,
      sent: requests,
      requests,
      errors,
      statusCodes: mapValues(level.statusCodes ?? { 200: 1 }, (share) => Math.round(share * requests)),
      bytesSent: requests * 100,
      bytesReceived: requests * 200,
      connects: 0,
      connectSumUs: 0,
      lost: 0,
      inFlight: level.connections,
      latencies: latencies.toLatencies(),
      failedLatencies: failed.toLatencies(),
      generator: { cpuMs, busiestThreadCpuMs: cpuMs, loopDelayP99Ms: 0.5, ...level.generator },
      ...(level.open === undefined ? {} : { open: { ...NOTHING_MISSED, responseLatencies: latencies.toLatencies(), ...level.open } }),
      ...caches.take(),
      ...level.tick,
    };
  });
}

function samplesOf(level: LevelDrawing, index: number, seconds: number): Sample[] {
  const { idlePercent = 85, target = {}, sample = {}, machine = {} } = level;
  const host = { ...QUIET, id: idlePercent, us: (100 - idlePercent) * 0.7, sy: (100 - idlePercent) * 0.3, ...level.host };
  return Array.from({ length: seconds }, (_, i) => ({
    atMs: (index * seconds + i + 1) * 1000,
    intervalMs: 1000,
    latenessMs: 0,
    host,
    target: target === null ? null : { ...CALM, ...target },
    probeCpuMs: 1,
    machine: { ...STILL, ...machine },
    ...sample,
  }));
}

function mapValues<K extends string, T, U>(record: Partial<Readonly<Record<K, T>>>, map: (value: T) => U): Record<K, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value as T)])) as Record<K, U>;
}

/** Levels of a target that works on `width` requests at a time, each for `serviceMs`. */
export function queueOf(
  width: number,
  serviceMs: number,
  more: Omit<LevelDrawing, "connections" | "rps"> = {},
  connections: readonly number[] = [1, 2, 5, 10, 25, 50],
): LevelDrawing[] {
  return connections.map((n) => ({ connections: n, rps: (Math.min(n, width) * 1000) / serviceMs, ...more }));
}
