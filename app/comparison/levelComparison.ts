import type { LatencySummary } from "../diagnosis/latencySummary.ts";
import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { percent } from "../diagnosis/numbers.ts";
import type { Estimate } from "../model/finding.ts";
import { type LatencyDifference, latencyDifference } from "./latencyDifference.ts";
import { type Load, loadOf, throughputTells } from "./load.ts";
import { FEWEST, ratioOfMeans } from "./ratio.ts";
import { type Side, sideOf, whyNot } from "./side.ts";

/** `ratio only`: nothing tells whether the difference is noise. */
export type Outcome = "faster" | "slower" | "no detectable difference" | "ratio only" | "not comparable";

/** What is shown of each of the two. */
export interface Measured {
  readonly runs: number; // of this load, taken together
  readonly throughputRps: number;
  readonly latencyMs: LatencySummary;
}

/** One load in both sessions. */
export interface LevelComparison {
  readonly load: Load;
  readonly outcome: Outcome;
  readonly why: string | null; // of `not comparable` and `ratio only`
  readonly caveats: readonly string[];
  readonly before: Measured | null; // null: not comparable
  readonly after: Measured | null;
  /** After over before; without an interval where seconds are not told, or too few. */
  readonly throughput: { readonly ratio: number; readonly interval: Estimate | null } | null;
  /** Ratio of medians, or of means where only these are told; null: neither is. */
  readonly latencyRatio: number | null;
  readonly latency: LatencyDifference | null;
}

/** Two runs of one thing differ by as much, whatever the seconds within each say: what well-behaved benchmarks repeat to. */
export const SAME_SHARE = 0.05;
const MORE_FAILURES = 0.05; // of all requests: what is compared is not quite the same work
const OTHER_SIZE = 1.5; // times the bytes of an answer
const OTHER_SIZE_BYTES = 500; // a cookie that is set, or a header more, stays below

/** Both lists: every run of the same load. At least one in each. */
export function compareLevel(beforeRuns: readonly LevelSummary[], afterRuns: readonly LevelSummary[]): LevelComparison {
  const load = loadOf(beforeRuns[0] as LevelSummary);
  const [before, after] = [sideOf(beforeRuns), sideOf(afterRuns)];
  if (before === null) return notComparable(load, `Before: ${whyNot(beforeRuns)}`);
  if (after === null) return notComparable(load, `After: ${whyNot(afterRuns)}`);
  for (const [name, { throughputRps }] of [
    ["Before", before],
    ["After", after],
  ] as const)
    if (!(throughputRps > 0)) return notComparable(load, `${name}: no request got a good answer.`);
  if (before.status !== null && after.status !== null && before.status !== after.status)
    return notComparable(load, `The target answers ${after.status} instead of ${before.status}: that is not the same work.`);
  const interval = ratioOfMeans(before.rpsBySecond, after.rpsBySecond);
  const ratio = after.throughputRps / before.throughputRps;
  const latency = latencyDifference(before, after);
  const decided = throughputTells(load) ? byThroughput(interval) : byLatency(latency, before);
  return {
    load,
    outcome: decided ?? "ratio only",
    why: decided === null ? whyRatioOnly(before, after) : null,
    caveats: caveatsOf(before, after),
    before: measured(before),
    after: measured(after),
    throughput: { ratio, interval: interval === null ? null : around(interval, ratio) },
    latencyRatio: latencyRatio(before.latencyMs, after.latencyMs),
    latency,
  };
}

function byThroughput(interval: Estimate | null): Outcome | null {
  if (interval === null) return null;
  const { value, low, high } = interval;
  if (low > 1 && value > 1 + SAME_SHARE) return "faster";
  return high < 1 && value < 1 / (1 + SAME_SHARE) ? "slower" : "no detectable difference";
}

function byLatency({ shiftMs }: LatencyDifference, before: Side): Outcome | null {
  if (shiftMs === null) return null;
  const { value, low, high } = shiftMs;
  if (Math.abs(value) <= SAME_SHARE * before.latencyMs.p50) return "no detectable difference";
  return high < 0 ? "faster" : low > 0 ? "slower" : "no detectable difference";
}

function whyRatioOnly({ told }: Side, after: Side): string {
  if (told || after.told) return "Another tool told totals only: nothing tells whether the difference is noise.";
  return `Fewer than ${FEWEST} whole seconds were measured: nothing tells whether the difference is noise.`;
}

function caveatsOf(before: Side, after: Side): string[] {
  const [less, more] = [Math.min(before.bytesPerAnswer, after.bytesPerAnswer), Math.max(before.bytesPerAnswer, after.bytesPerAnswer)];
  const otherSize = more > OTHER_SIZE * less && more - less > OTHER_SIZE_BYTES;
  return [
    ...(Math.abs(after.failedShare - before.failedShare) > MORE_FAILURES
      ? [`${percent(after.failedShare)} of the requests failed, against ${percent(before.failedShare)} before.`]
      : []),
    ...(otherSize
      ? [
          `The answers have ${Math.round(after.bytesPerAnswer)} bytes instead of ${Math.round(before.bytesPerAnswer)}: they may not be the same.`,
        ]
      : []),
  ];
}

const measured = ({ runs, throughputRps, latencyMs }: Side): Measured => ({ runs, throughputRps, latencyMs });

/** Seconds leave the rest of a window out: their interval, about the ratio of all that was measured. */
const around = ({ value, low, high }: Estimate, ratio: number): Estimate => ({
  value: ratio,
  low: (ratio * low) / value,
  high: (ratio * high) / value,
});

function latencyRatio(before: LatencySummary, after: LatencySummary): number | null {
  const ratio = [after.p50 / before.p50, after.mean / before.mean].find((each) => Number.isFinite(each) && each > 0);
  return ratio ?? null;
}

function notComparable(load: Load, why: string): LevelComparison {
  const nothing = { before: null, after: null, throughput: null, latencyRatio: null, latency: null };
  return { load, outcome: "not comparable", why, caveats: [], ...nothing };
}
