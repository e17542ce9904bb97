import type { Estimate } from "../model/finding.ts";
import type { LevelRecord, Recording } from "../model/recording.ts";
import type { HostReading, Sample, TargetReading } from "../model/sample.ts";
import type { ThinkTime } from "../model/thinkTime.ts";
import { type ErrorCounts, noErrors, type Tick } from "../model/tick.ts";
import { meanInterval } from "../statistics/interval.ts";
import { LatencyHistogram } from "../statistics/latencyHistogram.ts";
import { inSystem } from "../statistics/littlesLaw.ts";
import { mean } from "../statistics/moments.ts";
import { median } from "../statistics/quantile.ts";
import { type Coherence, coherenceOf } from "./coherence.ts";
import { type Fairness, fairnessOf } from "./fairness.ts";
import { type LatencySummary, latencySummary } from "./latencySummary.ts";
import { type MachineSummary, summariseMachine } from "./machineSummary.ts";
import { meanHost, meanTarget } from "./readingMeans.ts";
import { goodAnswers, goodRps, type SecondBin, SecondBins } from "./secondBin.ts";
import { type StepSummary, summariseSteps } from "./stepSummary.ts";
import { type TargetMemory, targetMemory } from "./targetMemory.ts";

export type { LatencySummary };

/** What the open model has beside the rest; rates per second of the window. */
export interface OpenSummary {
  readonly rateRps: number; // asked for
  readonly offered: number; // arrivals
  readonly sent: number;
  readonly dropped: number; // never sent
  readonly boundReached: number; // arrivals that found every connection busy and none left to open
  readonly mostConnections: number; // the bound
  readonly responseLatencyMs: LatencySummary; // from the intended time of sending; latencyMs counts from the real one
}

/** What the load threads cost, and whether they got it. */
export interface GeneratorSummary {
  readonly cpuCores: number;
  readonly busiestThreadCores: number;
  readonly waitedCores: number | null; // CPU that the worst-off thread was ready to use and did not get; null: not told here
  readonly loopDelayP99Ms: number; // mean over the ticks
  readonly usualLoopDelayMs: number; // median of the ticks' p99: one hiccup does not show
}

/** What was measured in a level's window; the warm-up is left out. Rates are per second of the window. */
export interface LevelSummary {
  readonly index: number;
  readonly connections: number; // of the open model: the most that were open at once
  readonly thinkTime: ThinkTime; // as it was asked for
  readonly thinkTimeMs: number | null; // mean of the pauses really made; null: no pause was made
  readonly pausesMade: number;
  readonly open: OpenSummary | null; // null: the closed model
  readonly state: LevelRecord["state"];
  readonly measuredSeconds: number;
  readonly sent: number;
  readonly requests: number; // answers received, of whatever status
  readonly goodRequests: number; // without `status` and `body` errors
  readonly throughputRps: number; // good answers per second: the throughput of work
  readonly throughputInterval: Estimate; // from one-second bins
  readonly answersPerSecond: number; // good and bad
  readonly bytesPerSecond: number; // received
  readonly latencyMs: LatencySummary; // good answers, and timeouts at the timeout's value
  readonly failedLatencyMs: LatencySummary; // answers that were errors
  readonly meanConnectMs: number | null; // null: no connection was opened in the window
  readonly errors: ErrorCounts;
  readonly statusCodes: Readonly<Record<string, number>>;
  readonly sockets: { readonly connects: number; readonly bytesSent: number; readonly bytesReceived: number; readonly lost: number };
  readonly host: HostReading; // means over the window
  readonly target: TargetReading | null; // means; `backends` the most seen per address
  readonly targetMemory: TargetMemory | null; // null: it was not seen, or its memory not read
  readonly keepAlive: boolean; // as it was asked for
  readonly generator: GeneratorSummary;
  readonly machine: MachineSummary;
  readonly steps: readonly StepSummary[]; // of a scenario, in its order
  readonly fairness: Fairness | null;
  /** Share of the connections that neither waited for an answer, nor for a connection, nor thought: Little's law. Null for open levels. */
  readonly idleShare: number | null;
  readonly otherCpuPercent: number | null; // of the host's CPU, used by neither target nor generator
  readonly coherence: Coherence | null; // null: too little to tell
  readonly perSecond: readonly SecondBin[]; // whole seconds of the window
  readonly latencies: LatencyHistogram; // all of the window: `latencyMs` is read from it
}

/** Every level that has measured something, in the order it was run. */
export function summariseLevels(recording: Recording): LevelSummary[] {
  const { samples } = recording;
  const levels = recording.levels.flatMap((level) => {
    const ticks = recording.ticks.filter((tick) => tick.level === level.index && tick.phase === "measured");
    return ticks.length === 0 ? [] : [{ level, ticks }];
  });
  const machines = summariseMachine(
    levels.map(({ level }) => samples.filter((s) => s.atMs > level.measuredFromMs && s.atMs - s.intervalMs < level.measuredToMs)),
  );
  return levels.map(({ level, ticks }, i) => {
    const within = samples.filter(
      (s) => s.atMs - s.intervalMs / 2 >= level.measuredFromMs && s.atMs <= level.measuredToMs + s.intervalMs / 2,
    );
    return summariseLevel(level, ticks, within, machines[i] as MachineSummary, recording);
  });
}

function summariseLevel(
  level: LevelRecord,
  ticks: readonly Tick[],
  samples: readonly Sample[],
  machine: MachineSummary,
  { plan, host: { cores } }: Recording,
): LevelSummary {
  const measuredMs = sumOf(ticks, (tick) => tick.durationMs);
  const measuredSeconds = measuredMs / 1000;
  const errors = noErrors();
  const statusCodes: Record<string, number> = {};
  const latencies = new LatencyHistogram();
  const failed = new LatencyHistogram();
  for (const tick of ticks) {
    latencies.add(tick.latencies);
    failed.add(tick.failedLatencies);
    for (const kind of Object.keys(errors) as (keyof ErrorCounts)[]) errors[kind] += tick.errors[kind];
    for (const [status, count] of Object.entries(tick.statusCodes)) statusCodes[status] = (statusCodes[status] ?? 0) + count;
  }
  const requests = sumOf(ticks, (tick) => tick.requests);
  const goodRequests = sumOf(ticks, goodAnswers);
  const throughputRps = goodRequests / measuredSeconds;
  const perSecond = secondsOf(ticks);
  const connects = sumOf(ticks, (tick) => tick.connects);
  const bytesReceived = sumOf(ticks, (tick) => tick.bytesReceived);
  const host = meanHost(samples.map((sample) => sample.host));
  const target = meanTarget(samples.flatMap((sample) => sample.target ?? []));
  const generatorCores = sumOf(ticks, (tick) => tick.generator.cpuMs) / measuredMs;
  return {
    index: level.index,
    connections: level.rateRps === null ? level.connections : Math.max(1, ...ticks.map((tick) => tick.open?.connections ?? 0)),
    thinkTime: level.thinkTime,
    ...pausesOf(ticks),
    open: level.rateRps === null ? null : openSummary(level.rateRps, level.connections, ticks),
    state: level.state,
    measuredSeconds,
    sent: sumOf(ticks, (tick) => tick.sent),
    requests,
    goodRequests,
    throughputRps,
    throughputInterval: { ...meanInterval(ratesOf(ticks, perSecond)), value: throughputRps },
    answersPerSecond: requests / measuredSeconds,
    bytesPerSecond: bytesReceived / measuredSeconds,
    latencyMs: latencySummary(latencies),
    failedLatencyMs: latencySummary(failed),
    meanConnectMs: connects === 0 ? null : sumOf(ticks, (tick) => tick.connectSumUs) / connects / 1000,
    errors,
    statusCodes,
    sockets: { connects, bytesSent: sumOf(ticks, (tick) => tick.bytesSent), bytesReceived, lost: sumOf(ticks, (tick) => tick.lost) },
    host,
    target,
    targetMemory: targetMemory(samples.flatMap((sample) => sample.target ?? [])),
    keepAlive: plan.keepAlive,
    generator: generatorSummary(ticks, measuredMs),
    machine,
    steps: summariseSteps(plan.requests, ticks, measuredSeconds),
    fairness: fairnessOf(level),
    idleShare: level.rateRps === null ? idleShareOf(level.connections, measuredSeconds, ticks) : null,
    otherCpuPercent: othersOf(host, target, generatorCores, cores),
    coherence: coherenceOf(
      ticks.map((tick) => tick.latencies),
      latencies.stdevUs,
    ),
    perSecond,
    latencies,
  };
}

function generatorSummary(ticks: readonly Tick[], measuredMs: number): GeneratorSummary {
  const told = ticks.filter(({ generator }) => generator.waitedMs !== undefined);
  const delays = ticks.map(({ generator }) => generator.loopDelayP99Ms);
  return {
    cpuCores: sumOf(ticks, ({ generator }) => generator.cpuMs) / measuredMs,
    busiestThreadCores: sumOf(ticks, ({ generator }) => generator.busiestThreadCpuMs) / measuredMs,
    waitedCores:
      told.length === 0 ? null : sumOf(told, ({ generator }) => generator.waitedMs ?? 0) / sumOf(told, (tick) => tick.durationMs),
    loopDelayP99Ms: mean(delays),
    usualLoopDelayMs: median(delays),
  };
}

function pausesOf(ticks: readonly Tick[]): { thinkTimeMs: number | null; pausesMade: number } {
  const pausesMade = sumOf(ticks, (tick) => tick.pauses?.count ?? 0);
  const sumUs = sumOf(ticks, (tick) => tick.pauses?.sumUs ?? 0);
  return { thinkTimeMs: pausesMade === 0 ? null : sumUs / pausesMade / 1000, pausesMade };
}

function openSummary(rateRps: number, mostConnections: number, ticks: readonly Tick[]): OpenSummary {
  const responses = new LatencyHistogram();
  for (const { open } of ticks) if (open !== undefined) responses.add(open.responseLatencies);
  return {
    rateRps,
    offered: sumOf(ticks, (tick) => tick.open?.offered ?? 0),
    sent: sumOf(ticks, (tick) => tick.sent),
    dropped: sumOf(ticks, (tick) => tick.open?.dropped ?? 0),
    boundReached: sumOf(ticks, (tick) => tick.open?.boundReached ?? 0),
    mostConnections,
    responseLatencyMs: latencySummary(responses),
  };
}

/** N = X · (R + Z): what the measured requests, connects and pauses leave of N connections. May be a little below 0: a request counts where it ends. */
function idleShareOf(connections: number, measuredSeconds: number, ticks: readonly Tick[]): number {
  const spentUs = ticks.map((tick) => tick.latencies.sumUs + tick.failedLatencies.sumUs + tick.connectSumUs + (tick.pauses?.sumUs ?? 0));
  const ends = sumOf(ticks, (tick) => tick.latencies.count + tick.failedLatencies.count);
  const meanSeconds = ends === 0 ? 0 : spentUs.reduce((sum, us) => sum + us, 0) / ends / 1e6;
  return 1 - inSystem(ends / measuredSeconds, meanSeconds) / connections;
}

function othersOf(host: HostReading, target: TargetReading | null, generatorCores: number, cores: number): number | null {
  if (host.us === null || host.sy === null || target === null || target.cpuCores === null) return null;
  return Math.max(0, host.us + host.sy - (100 * (target.cpuCores + generatorCores)) / cores);
}

const SHORT_MS = 3000; // two or fewer seconds scatter too little to tell: ticks then

/** Good answers per second, by seconds; by ticks in a short window. */
function ratesOf(ticks: readonly Tick[], perSecond: readonly SecondBin[]): number[] {
  if (sumOf(ticks, (tick) => tick.durationMs) >= SHORT_MS) return perSecond.map(goodRps);
  return ticks.map((tick) => goodRps({ good: goodAnswers(tick), durationMs: Math.max(1, tick.durationMs) }));
}

function secondsOf(ticks: readonly Tick[]): readonly SecondBin[] {
  const bins = new SecondBins();
  for (const tick of ticks) bins.add(tick);
  return bins.whole();
}

function sumOf<T>(items: readonly T[], pick: (item: T) => number): number {
  return items.reduce((sum, item) => sum + pick(item), 0);
}
