import type { ExperimentMark } from "../model/experiment.ts";
import type { Estimate } from "../model/finding.ts";
import type { LevelRecord, Recording } from "../model/recording.ts";
import type { HostReading, TargetReading } from "../model/sample.ts";
import type { ThinkTime } from "../model/thinkTime.ts";
import type { ErrorCounts } from "../model/tick.ts";
import type { LatencyHistogram } from "../statistics/latencyHistogram.ts";
import type { CacheSummary } from "./cacheSummary.ts";
import type { Coherence } from "./coherence.ts";
import type { Fairness } from "./fairness.ts";
import type { LatencySummary } from "./latencySummary.ts";
import type { MachineSummary } from "./machineSummary.ts";
import type { SecondBin } from "./secondBin.ts";
import { SessionFold } from "./sessionFold.ts";
import type { StepSummary } from "./stepSummary.ts";
import type { TargetMemory } from "./targetMemory.ts";

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
  readonly told: boolean; // by another tool, as totals: what it did not tell is NaN, null or empty
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
  readonly caches: CacheSummary | null; // null: no answer told whether a cache had it
  readonly fairness: Fairness | null;
  /** Share of the connections that neither waited for an answer, nor for a connection, nor thought: Little's law. Null for open levels. */
  readonly idleShare: number | null;
  readonly otherCpuPercent: number | null; // of the host's CPU, used by neither target nor generator
  readonly coherence: Coherence | null; // null: too little to tell
  readonly perSecond: readonly SecondBin[]; // whole seconds of the window
  readonly experiment: ExperimentMark | null; // null: a level of the curve
  readonly latencies: LatencyHistogram; // all of the window: `latencyMs` is read from it
}

/** What the load saw of it. */
export type LoadSummary = Omit<
  LevelSummary,
  | "index"
  | "told"
  | "thinkTime"
  | "state"
  | "keepAlive"
  | "fairness"
  | "host"
  | "target"
  | "targetMemory"
  | "machine"
  | "otherCpuPercent"
  | "experiment"
>;

/** Every level that has measured something, in the order it was run; without the blocks of experiments. */
export function summariseLevels(recording: Recording): LevelSummary[] {
  return folded(recording).summaries();
}

/** Every block of an experiment that has measured something, in the order it was run. */
export function summariseBlocks(recording: Recording): LevelSummary[] {
  return folded(recording).blocks();
}

function folded({ plan, host, levels, ticks, samples }: Recording): SessionFold {
  const fold = new SessionFold({ plan, host });
  for (const level of levels) fold.add({ kind: "level", level });
  fold.add({ kind: "progress", ticks, samples });
  return fold;
}
