import type { Scenario } from "../model/scenario.ts";
import { type ErrorCounts, noErrors, type Tick } from "../model/tick.ts";
import { meanInterval } from "../statistics/interval.ts";
import { LatencyHistogram } from "../statistics/latencyHistogram.ts";
import { inSystem } from "../statistics/littlesLaw.ts";
import { mean } from "../statistics/moments.ts";
import { median } from "../statistics/quantile.ts";
import { CacheFold } from "./cacheSummary.ts";
import { coherenceOf, type LatencySum } from "./coherence.ts";
import { latencySummary } from "./latencySummary.ts";
import type { GeneratorSummary, LoadSummary, OpenSummary } from "./levelSummary.ts";
import { goodAnswers, goodRps, SecondBins } from "./secondBin.ts";
import { StepFold } from "./stepSummary.ts";

/** How the level was driven. */
interface Driven {
  readonly connections: number; // of the open model: the most it may open
  readonly rateRps: number | null;
}

const SHORT_MS = 3000; // two or fewer seconds scatter too little to tell: ticks then

/** Takes the ticks of a level's window one at a time, and keeps what they come down to: its size does not grow with the load. */
export class LoadFold {
  readonly #sum = {
    ms: 0,
    sent: 0,
    requests: 0,
    good: 0,
    bytesSent: 0,
    bytesReceived: 0,
    connects: 0,
    connectUs: 0,
    lost: 0,
    pauses: 0,
    pausesUs: 0,
    spentUs: 0, // in requests, connects and pauses
    cpuMs: 0,
    busiestThreadCpuMs: 0,
    waitedMs: 0,
    waitToldMs: 0, // length of the ticks that told it
    offered: 0,
    dropped: 0,
    boundReached: 0,
  };
  readonly #errors = noErrors();
  readonly #statusCodes: Record<string, number> = {};
  readonly #latencies = new LatencyHistogram();
  readonly #failed = new LatencyHistogram();
  readonly #responses = new LatencyHistogram();
  readonly #caches = new CacheFold();
  readonly #steps: StepFold;
  readonly #seconds = new SecondBins();
  readonly #tickRates: number[] = []; // good answers per second of each tick, as long as the window is short
  readonly #latencySums: LatencySum[] = []; // of each tick
  readonly #loopDelaysMs: number[] = []; // of each tick
  #connections = 1; // open model: the most that were open at once

  constructor(requests: Scenario | null) {
    this.#steps = new StepFold(requests);
  }

  get isEmpty(): boolean {
    return this.#latencySums.length === 0;
  }

  add(tick: Tick): void {
    const { latencies, failedLatencies, generator, pauses, open } = tick;
    const sum = this.#sum;
    if (sum.ms < SHORT_MS) this.#tickRates.push(goodRps({ good: goodAnswers(tick), durationMs: Math.max(1, tick.durationMs) }));
    sum.ms += tick.durationMs;
    sum.sent += tick.sent;
    sum.requests += tick.requests;
    sum.good += goodAnswers(tick);
    sum.bytesSent += tick.bytesSent;
    sum.bytesReceived += tick.bytesReceived;
    sum.connects += tick.connects;
    sum.connectUs += tick.connectSumUs;
    sum.lost += tick.lost;
    sum.pauses += pauses?.count ?? 0;
    sum.pausesUs += pauses?.sumUs ?? 0;
    sum.spentUs += latencies.sumUs + failedLatencies.sumUs + tick.connectSumUs + (pauses?.sumUs ?? 0);
    sum.cpuMs += generator.cpuMs;
    sum.busiestThreadCpuMs += generator.busiestThreadCpuMs;
    if (generator.waitedMs !== undefined) {
      sum.waitedMs += generator.waitedMs;
      sum.waitToldMs += tick.durationMs;
    }
    for (const kind of Object.keys(this.#errors) as (keyof ErrorCounts)[]) this.#errors[kind] += tick.errors[kind];
    for (const [status, count] of Object.entries(tick.statusCodes)) {
      this.#statusCodes[status] = (this.#statusCodes[status] ?? 0) + count;
    }
    this.#latencies.add(latencies);
    this.#failed.add(failedLatencies);
    if (open !== undefined) {
      this.#responses.add(open.responseLatencies);
      sum.offered += open.offered;
      sum.dropped += open.dropped;
      sum.boundReached += open.boundReached;
      this.#connections = Math.max(this.#connections, open.connections);
    }
    this.#caches.add(tick);
    this.#steps.add(tick);
    this.#seconds.add(tick);
    this.#latencySums.push({ count: latencies.count, sumUs: latencies.sumUs });
    this.#loopDelaysMs.push(generator.loopDelayP99Ms);
  }

  /** Later ticks do not show in it. */
  summary({ connections, rateRps }: Driven): LoadSummary {
    const sum = this.#sum;
    const measuredSeconds = sum.ms / 1000;
    const throughputRps = sum.good / measuredSeconds;
    const perSecond = this.#seconds.whole();
    return {
      connections: rateRps === null ? connections : this.#connections,
      thinkTimeMs: sum.pauses === 0 ? null : sum.pausesUs / sum.pauses / 1000,
      pausesMade: sum.pauses,
      open: rateRps === null ? null : this.#open(rateRps, connections),
      measuredSeconds,
      sent: sum.sent,
      requests: sum.requests,
      goodRequests: sum.good,
      throughputRps,
      throughputInterval: { ...meanInterval(sum.ms < SHORT_MS ? this.#tickRates : perSecond.map(goodRps)), value: throughputRps },
      answersPerSecond: sum.requests / measuredSeconds,
      bytesPerSecond: sum.bytesReceived / measuredSeconds,
      latencyMs: latencySummary(this.#latencies),
      failedLatencyMs: latencySummary(this.#failed),
      meanConnectMs: sum.connects === 0 ? null : sum.connectUs / sum.connects / 1000,
      errors: { ...this.#errors },
      statusCodes: { ...this.#statusCodes },
      sockets: { connects: sum.connects, bytesSent: sum.bytesSent, bytesReceived: sum.bytesReceived, lost: sum.lost },
      generator: this.#generator(),
      steps: this.#steps.summary(measuredSeconds),
      caches: this.#caches.summary(),
      idleShare: rateRps === null ? this.#idleShare(connections) : null,
      coherence: coherenceOf(this.#latencySums, this.#latencies.stdevUs),
      perSecond,
      latencies: LatencyHistogram.from(this.#latencies.toLatencies()),
    };
  }

  #open(rateRps: number, mostConnections: number): OpenSummary {
    const { offered, sent, dropped, boundReached } = this.#sum;
    return { rateRps, offered, sent, dropped, boundReached, mostConnections, responseLatencyMs: latencySummary(this.#responses) };
  }

  #generator(): GeneratorSummary {
    const { ms, cpuMs, busiestThreadCpuMs, waitedMs, waitToldMs } = this.#sum;
    return {
      cpuCores: cpuMs / ms,
      busiestThreadCores: busiestThreadCpuMs / ms,
      waitedCores: waitToldMs === 0 ? null : waitedMs / waitToldMs,
      loopDelayP99Ms: mean(this.#loopDelaysMs),
      usualLoopDelayMs: median(this.#loopDelaysMs),
    };
  }

  /** N = X · (R + Z): what the measured requests, connects and pauses leave of N connections. May be a little below 0: a request counts where it ends. */
  #idleShare(connections: number): number {
    const { ms, spentUs } = this.#sum;
    const ends = this.#latencies.count + this.#failed.count;
    const meanSeconds = ends === 0 ? 0 : spentUs / ends / 1e6;
    return 1 - inSystem(ends / (ms / 1000), meanSeconds) / connections;
  }
}
