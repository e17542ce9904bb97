import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { type Validity, validityOf } from "../diagnosis/validity.ts";
import { NO_THINK_TIME, type ThinkTime } from "../model/thinkTime.ts";
import { count, short } from "./quantity.ts";
import { thinkTimeWords } from "./thinkTimeWords.ts";

/** What tells one level from another. */
export interface LevelName {
  readonly connections: number;
  readonly thinkTime?: ThinkTime;
  readonly rateRps: number | null;
}

/** "10 connections", "10 connections at 5 ms", "200 arrivals/s": what was asked for. `thinking`: whether think times are told apart. */
export function levelWords(level: LevelName, thinking = isThinking(level)): string {
  if (level.rateRps !== null) return `${short(level.rateRps)} arrivals/s`;
  const connections = `${count(level.connections)} connection${level.connections === 1 ? "" : "s"}`;
  return thinking ? `${connections} at ${thinkTimeWords(level.thinkTime ?? NO_THINK_TIME)}` : connections;
}

/** The same in less and less room; the last is the bare number. */
export function levelLabels(level: LevelName, thinking: boolean): string[] {
  const { connections, rateRps, thinkTime = NO_THINK_TIME } = level;
  if (rateRps !== null) return [levelWords(level), `${short(rateRps)}/s`, short(rateRps)];
  const brief = [`${count(connections)} conn.`, count(connections)];
  if (!thinking) return [levelWords(level, false), ...brief];
  const pause = thinkTimeWords(thinkTime);
  return [levelWords(level, true), `${count(connections)} conn., ${pause}`, `${count(connections)} · ${pause}`, count(connections)];
}

export const nameOf = ({ connections, thinkTime, open }: LevelSummary): LevelName => ({
  connections,
  thinkTime,
  rateRps: open?.rateRps ?? null,
});

function isThinking({ thinkTime }: LevelName): boolean {
  return thinkTime !== undefined && thinkTime.kind !== "none";
}

/** "; doubtful: Only 63 answers ..." behind the numbers of a level that cannot be believed as they stand; else nothing. */
export function validityWords(level: LevelSummary): string {
  const { state, reasons }: Validity = validityOf(level);
  return state === "valid" ? "" : `\n${state}: ${reasons.join(" ")}`;
}
