import type { Estimate } from "../model/finding.ts";
import type { LevelTotals } from "../model/levelTotals.ts";
import type { LevelRecord } from "../model/recording.ts";
import { NO_HOST_READING, NO_TARGET_READING } from "../model/sample.ts";
import { LatencyHistogram } from "../statistics/latencyHistogram.ts";
import type { LatencySummary } from "./latencySummary.ts";
import type { LevelSummary } from "./levelSummary.ts";

const ASSUMED_SPREAD = 0.05; // of a throughput, when only one number is told: what well-behaved benchmarks repeat to

/**
 * A level that another tool measured, as far as it told: totals, no time domain. A number it did not tell is NaN here,
 * so that every comparison with it is false: what is not known speaks neither for nor against.
 * Mean latency that was not told follows from Little's law.
 */
export function summariseTold(level: LevelRecord, totals: LevelTotals, keepAlive: boolean): LevelSummary {
  const { throughputRps, seconds, requests, errors } = totals;
  const measuredSeconds = seconds ?? (requests === null || throughputRps === 0 ? Number.NaN : requests / throughputRps);
  const good = requests ?? throughputRps * measuredSeconds;
  const answers = good + errors.status + errors.body;
  return {
    index: level.index,
    connections: level.connections,
    told: true,
    thinkTime: level.thinkTime,
    thinkTimeMs: null,
    pausesMade: 0,
    open: null,
    state: level.state,
    measuredSeconds,
    sent: Number.NaN,
    requests: answers,
    goodRequests: good,
    throughputRps,
    throughputInterval: interval(throughputRps, good),
    answersPerSecond: throughputRps + (errors.status + errors.body) / measuredSeconds,
    bytesPerSecond: Number.NaN,
    latencyMs: latencies(totals, level.connections),
    failedLatencyMs: UNTOLD,
    meanConnectMs: null,
    errors,
    statusCodes: {},
    sockets: { connects: Number.NaN, bytesSent: Number.NaN, bytesReceived: Number.NaN, lost: Number.NaN },
    host: { ...NO_HOST_READING, ...totals.host },
    target:
      totals.collectorTimeShare === null
        ? null
        : { pid: 0, name: "", processes: 1, ...NO_TARGET_READING, collectorTimeShare: totals.collectorTimeShare },
    targetMemory: null,
    keepAlive,
    generator: {
      cpuCores: Number.NaN,
      busiestThreadCores: Number.NaN,
      waitedCores: null,
      loopDelayP99Ms: Number.NaN,
      usualLoopDelayMs: Number.NaN,
    },
    machine: { clockJumpMs: null, samplerLateMs: 0, cpuMegahertz: null, usualCpuMegahertz: null, powerChanged: false },
    steps: [],
    caches: null,
    fairness: null,
    idleShare: null,
    otherCpuPercent: null,
    coherence: null,
    perSecond: [],
    experiment: null,
    latencies: new LatencyHistogram(),
  };
}

const NOT_TOLD = Number.NaN;
const UNTOLD: LatencySummary = {
  mean: NOT_TOLD,
  stdev: NOT_TOLD,
  min: NOT_TOLD,
  p50: NOT_TOLD,
  p75: NOT_TOLD,
  p90: NOT_TOLD,
  p95: NOT_TOLD,
  p99: NOT_TOLD,
  p999: NOT_TOLD,
  max: NOT_TOLD,
};

function latencies({ latencyMs, throughputRps }: LevelTotals, connections: number): LatencySummary {
  const told = Object.entries(latencyMs).map(([name, value]) => [name, value ?? NOT_TOLD]);
  const all = Object.fromEntries(told) as LatencySummary;
  return { ...all, mean: latencyMs.mean ?? (throughputRps > 0 ? (1000 * connections) / throughputRps : NOT_TOLD) };
}

/** At the least what counting scatters by (Poisson), at the least what repeats of a benchmark do. */
function interval(rps: number, requests: number): Estimate {
  const counting = requests > 0 ? 1.96 / Math.sqrt(requests) : 0;
  const half = rps * Math.max(ASSUMED_SPREAD, counting);
  return { value: rps, low: rps - half, high: rps + half };
}
