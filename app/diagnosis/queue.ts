import type { Estimate, Evidence } from "../model/finding.ts";
import { counted, digits, percent, withInterval } from "./numbers.ts";
import type { Observations } from "./observe.ts";
import { absent, contradicts, type Judgement, noData, supports } from "./rule.ts";
import { GOOD_SHARE, hasErrors } from "./validity.ts";

/** A plateau while the CPU idles: requests wait in a queue, and `width` of them are worked on. */
export interface IdleQueue {
  readonly width: Estimate | null; // null: every level waits already; then only `most` is known
  readonly most: number; // connections of the plateau's first level: no more are worked on, or it would not be flat
  readonly evidence: readonly Evidence[];
  readonly certainty: number; // 0..1, a factor for the confidence of whoever explains the queue
}

const IDLE_PERCENT = 30; // of the host: room the target could have used
const LEAST_IDLE_PERCENT = 10; // between the two, somebody else may use the CPU: less certain, not absent
const THREAD_BUSY_CORES = 0.8; // a thread this busy is a bottleneck by itself
const ONE_AT_A_TIME = 1.5; // a width below this is a width of one
const LESS_CERTAIN = 0.8;

/** What is missing when every level waits already. */
export const START_LOWER = "Start with 1 connection: it tells the time of a request that waits for nobody";

/** The common ground of pools, workers, limits and locks; or why there is none. */
export function idleQueue(o: Observations): IdleQueue | Judgement {
  if (o.plateau === null) return absent(shapeFact(o));
  if (o.crowded.some((level) => hasErrors(level, 1 - GOOD_SHARE))) return noData("a plateau without error answers");
  if (o.idlePercent === null) return noData("CPU of the target's host");
  const idle = {
    metric: "hostIdlePercent",
    observed: o.idlePercent,
    expected: `${IDLE_PERCENT} or more`,
    text: `The CPU is ${Math.round(o.idlePercent)} % idle on the plateau.`,
  };
  if (o.idlePercent < LEAST_IDLE_PERCENT) return absent(idle);
  if (o.busiestThreadCores !== null && o.busiestThreadCores >= THREAD_BUSY_CORES) {
    return absent({
      metric: "busiestThreadCores",
      observed: o.busiestThreadCores,
      expected: `below ${THREAD_BUSY_CORES}`,
      text: `The target's busiest thread uses ${percent(o.busiestThreadCores)} of a core.`,
    });
  }
  if (isOneAtATime(o.width) && o.targetCores !== null && o.targetCores >= THREAD_BUSY_CORES) {
    return absent({
      metric: "targetCpuCores",
      observed: o.targetCores,
      expected: `below ${THREAD_BUSY_CORES}`,
      text: `The target keeps ${digits(o.targetCores)} cores busy, one request at a time.`,
    });
  }
  const calm = o.idlePercent >= IDLE_PERCENT;
  const most = o.crowded[0]?.connections ?? 0;
  return {
    width: o.width,
    most,
    certainty: calm ? 1 : LESS_CERTAIN,
    evidence: [
      supports(shapeFact(o)),
      calm
        ? supports(idle)
        : contradicts({
            ...idle,
            text: `The CPU is only ${Math.round(o.idlePercent)} % idle on the plateau; the target itself uses ${digits(o.targetCores ?? 0)} cores.`,
          }),
      o.width === null
        ? contradicts({
            metric: "effectiveParallelism",
            observed: `at most ${most}`,
            expected: "a number",
            text: `How many requests it works on at a time, of at most ${most}, cannot be told: on every level requests wait already. ${START_LOWER}.`,
          })
        : supports({
            metric: "effectiveParallelism",
            observed: o.width.value,
            expected: "the width of the queue's exit",
            text: `The target works on ${withInterval(o.width)} requests at a time: throughput times the time of a request that waits for nobody.`,
          }),
    ],
  };
}

/** The same, for causes that let more than one request through; `narrow` says what a width of one would be. */
export function wideQueue(o: Observations, narrow: string): IdleQueue | Judgement {
  const queue = idleQueue(o);
  if (!isQueue(queue) || queue.width === null || !isOneAtATime(queue.width)) return queue;
  const text = `The target works on ${digits(queue.width.value)} requests at a time: ${narrow}.`;
  return absent({ metric: "effectiveParallelism", observed: queue.width.value, expected: "above 1", text });
}

export function isQueue(result: IdleQueue | Judgement): result is IdleQueue {
  return "width" in result;
}

export function isOneAtATime(width: Estimate | null): boolean {
  return width !== null && width.value < ONE_AT_A_TIME;
}

/** "Flat at 43 requests/s from 10 connections on" */
export function flatAt(o: Observations): string {
  const from = o.crowded[0]?.connections ?? 0;
  return o.plateau === null
    ? "Throughput has no plateau"
    : `Flat at ${digits(o.plateau.throughputRps.value)} requests/s from ${counted(from, "connection")} on`;
}

export function shapeFact(o: Observations): { metric: string; observed: number | string; expected: string; text: string } {
  return {
    metric: "plateauThroughputRps",
    observed: o.plateau === null ? o.shape : o.plateau.throughputRps.value,
    expected: "the same throughput with more connections",
    text:
      o.plateau === null ? `Throughput against connections is ${o.shape}, not flat.` : `${flatAt(o)}: more connections only wait longer.`,
  };
}
