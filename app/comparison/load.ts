import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { counted, digits } from "../diagnosis/numbers.ts";
import { type ThinkTime, thinkTimeText } from "../model/thinkTime.ts";

/** What a level asked of the target: two levels with the same load can be compared. */
export interface Load {
  readonly connections: number | null; // null: the open model
  readonly thinkTime: ThinkTime;
  readonly rateRps: number | null; // arrivals per second; null: the closed model
}

export const loadOf = ({ connections, thinkTime, open }: LevelSummary): Load => ({
  connections: open === null ? connections : null,
  thinkTime,
  rateRps: open?.rateRps ?? null,
});

/** Equal for equal loads. */
export const loadKey = ({ connections, thinkTime, rateRps }: Load): string => JSON.stringify([connections, thinkTime, rateRps]);

/** "50 connections", "50 connections with think time exp:5ms", "200 arrivals/s" */
export function loadText({ connections, thinkTime, rateRps }: Load): string {
  if (connections === null) return `${digits(rateRps ?? Number.NaN)} arrivals/s`;
  return `${counted(connections, "connection")}${thinkTime.kind === "none" ? "" : ` with think time ${thinkTimeText(thinkTime)}`}`;
}

/** Does throughput answer to the target alone? With arrivals or pauses the load sets it, and latency is what tells. */
export const throughputTells = ({ connections, thinkTime }: Load): boolean => connections !== null && thinkTime.kind === "none";
