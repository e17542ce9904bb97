import type { LevelSummary } from "../levelSummary.ts";
import { percent } from "../numbers.ts";
import type { Doubt } from "./doubt.ts";

export const GENERATOR_BUSY_CORES = 0.8; // of one core: beyond, an answer waits four times as long for the thread as the thread needs for it (M/M/1)
const WANTED_CORES = 0.5; // used or waited for: a thread that wants less waits for its turn behind others now and then, and catches up
const STARVED_SHARE = 0.5; // of what a thread wanted and did not get
const LATE_SHARE = 0.1; // of the median latency; the generator would add this much to what it reports
const LATE_FLOOR_MS = 5; // a shared laptop's scheduler does this without any harm to latencies of tens of ms
const TOO_LATE_SHARE = 0.5; // of the median latency, in a usual tick: what is reported is more the generator's time than the target's
const TOO_LATE_FLOOR_MS = 20; // by the latest turns of a usual tick: a busy neighbour causes 10 and leaves the median alone, a quota takes 50 and more

export function generatorIsBusy({ generator }: LevelSummary): boolean {
  return generator.busiestThreadCores >= GENERATOR_BUSY_CORES;
}

/** Did a load thread want a core and not get it: held by a quota, or behind programs of higher priority? */
function isStarved({ generator }: LevelSummary): boolean {
  const { waitedCores, busiestThreadCores } = generator;
  if (waitedCores === null) return false;
  const wantedCores = waitedCores + busiestThreadCores;
  return wantedCores > WANTED_CORES && waitedCores > STARVED_SHARE * wantedCores;
}

function isTooLate(level: LevelSummary): boolean {
  const medianMs = medianLatencyMs(level);
  return medianMs > 0 && level.generator.usualLoopDelayMs > Math.max(TOO_LATE_FLOOR_MS, TOO_LATE_SHARE * medianMs);
}

/** Was the generator kept from doing its work in a way that makes the level worthless? */
export function generatorFailed(level: LevelSummary): boolean {
  return generatorIsBusy(level) || isStarved(level) || isTooLate(level);
}

export function generatorDoubts(level: LevelSummary): Doubt[] {
  const { busiestThreadCores, waitedCores, loopDelayP99Ms, usualLoopDelayMs } = level.generator;
  if (generatorIsBusy(level)) {
    const text = `The load generator's thread used ${percent(busiestThreadCores)} of a core: it may be the limit itself. Use more generator threads or a slower target.`;
    return [{ kind: "generator-busy", state: "invalid", weight: busiestThreadCores, text }];
  }
  if (isStarved(level) && waitedCores !== null) {
    const text = `The load generator was ready to run for ${percent(waitedCores)} of the time and got no CPU, ${percent(busiestThreadCores)} it had one. Close other programs, lift its CPU limit, or run it on another machine.`;
    return [{ kind: "generator-starved", state: "invalid", weight: waitedCores, text }];
  }
  if (isTooLate(level)) {
    const text = `The load generator came late by ${usualLoopDelayMs.toFixed(1)} ms time and again, more than half of the median latency it reports. Give it a core of its own: close other programs, lift its CPU limit, or run it on another machine.`;
    return [{ kind: "generator-late", state: "invalid", weight: 1e6 + usualLoopDelayMs, text }];
  }
  if (loopDelayP99Ms <= Math.max(LATE_FLOOR_MS, LATE_SHARE * medianLatencyMs(level))) return [];
  const text = `The load generator came late by up to ${loopDelayP99Ms.toFixed(1)} ms, which is part of the latencies it reports. Close other programs, or give the target fewer cores.`;
  return [{ kind: "generator-late", state: "doubtful", weight: loopDelayP99Ms, text }];
}

/** Of good answers; of bad ones when there is no good one. */
function medianLatencyMs({ latencyMs, failedLatencyMs }: LevelSummary): number {
  return latencyMs.p50 > 0 ? latencyMs.p50 : failedLatencyMs.p50;
}
