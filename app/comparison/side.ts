import { type LatencySummary, latencySummary } from "../diagnosis/latencySummary.ts";
import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { goodRps } from "../diagnosis/secondBin.ts";
import { doubtsOf, failedShare, isInvalid } from "../diagnosis/validity.ts";
import { LatencyHistogram } from "../statistics/latencyHistogram.ts";

/** What one of the two sessions measured under one load: all runs of it that can be used, as one. */
export interface Side {
  readonly runs: number;
  readonly told: boolean; // by another tool: totals, no time domain
  readonly throughputRps: number; // good answers
  readonly latencyMs: LatencySummary;
  readonly failedShare: number; // 0..1
  readonly status: string | null; // that most answers had; null: not told
  readonly bytesPerAnswer: number; // NaN: not told
  readonly rpsBySecond: readonly number[];
  readonly medianMsBySecond: readonly number[];
  readonly latencies: LatencyHistogram;
  readonly independentLatencies: number | null; // how many of them do not hang together; null: cannot be told
}

/** Null when none of the levels can be used. */
export function sideOf(all: readonly LevelSummary[]): Side | null {
  const levels = all.filter((level) => !isInvalid(level));
  const last = levels.at(-1);
  if (last === undefined) return null;
  if (last.told) return aside([last], last.throughputRps, last.latencyMs);
  const seconds = levels.reduce((sum, level) => sum + level.measuredSeconds, 0);
  const good = levels.reduce((sum, level) => sum + level.goodRequests, 0);
  const latencies = together(levels);
  return { ...aside(levels, good / seconds, latencySummary(latencies)), latencies };
}

/** Why none of the levels can be used. */
export function whyNot(levels: readonly LevelSummary[]): string {
  return levels.flatMap((level) => doubtsOf(level).filter(({ state }) => state === "invalid"))[0]?.text ?? "nothing was measured";
}

function aside(levels: readonly LevelSummary[], throughputRps: number, latencyMs: LatencySummary): Side {
  const seconds = levels.flatMap(({ perSecond }) => perSecond);
  const answers = levels.reduce((sum, { requests }) => sum + requests, 0);
  const times = levels.map(({ coherence }) => coherence?.times ?? null);
  return {
    runs: levels.length,
    told: levels[0]?.told ?? false,
    throughputRps,
    latencyMs,
    failedShare: levels.reduce((sum, level) => sum + failedShare(level), 0) / levels.length,
    status: mostCommon(levels),
    bytesPerAnswer: levels.reduce((sum, { sockets }) => sum + sockets.bytesReceived, 0) / answers,
    rpsBySecond: seconds.map(goodRps),
    medianMsBySecond: seconds.flatMap(({ p50Ms }) => p50Ms ?? []),
    latencies: levels[0]?.latencies ?? new LatencyHistogram(),
    independentLatencies: times.includes(null) ? null : times.reduce<number>((sum, each) => sum + (each ?? 0), 0),
  };
}

function together(levels: readonly LevelSummary[]): LatencyHistogram {
  const [first] = levels;
  if (levels.length === 1 && first !== undefined) return first.latencies;
  const all = new LatencyHistogram();
  for (const { latencies } of levels) all.add(latencies.toLatencies());
  return all;
}

function mostCommon(levels: readonly LevelSummary[]): string | null {
  const counts = new Map<string, number>();
  for (const { statusCodes } of levels) {
    for (const [status, count] of Object.entries(statusCodes)) counts.set(status, (counts.get(status) ?? 0) + count);
  }
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
