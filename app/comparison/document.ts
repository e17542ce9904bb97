import { thinkTimeText } from "../model/thinkTime.ts";
import { type Compared, type Comparison, peakOf } from "./comparison.ts";
import type { LevelComparison } from "./levelComparison.ts";
import { type Load, loadOf } from "./load.ts";
import type { SeriesEntry } from "./series.ts";

/**
 * The `plateau/comparison@1` document, what scripts read; it only grows. Throughput in good answers per second, times in ms, shares 0..1.
 *
 *   { schema, sentence, interleaved, verdict: {id, title, summary, confidence} | null,     what both sessions say together
 *     before, after: { id, name, status, startedAt, plateauVersion, verdict, peak: {connections, rateRps, throughputRps} | null, kneeConnections },
 *     levels: [ { connections, rateRps, thinkTime, outcome, why, caveats,
 *                 throughputRps: { before, after, ratio, low, high } | null,                 low, high: 95 % interval of the ratio; null: cannot be told
 *                 latencyMs: { mean, p50, p90, p99: { before, after, ratio } } | null,       a number nobody told is null
 *                 latencyRatio, shiftMs: {value, low, high} | null, a12, ks: { distance, probability } } ],
 *     onlyBefore, onlyAfter: [ { connections, rateRps, thinkTime } ],
 *     differences: [ { kind: "plan" | "host" | "plateau", what, before, after } ], notes: [..] }
 *
 * `outcome`: faster, slower, no detectable difference, ratio only (nothing tells whether it is noise), not comparable (`why` says so).
 */
export function comparisonDocument(comparison: Comparison) {
  const { sentence, interleaved, verdict, before, after, levels, onlyBefore, onlyAfter, differences, notes } = comparison;
  return {
    schema: "plateau/comparison@1",
    sentence,
    interleaved,
    verdict,
    before: sessionPart(before),
    after: sessionPart(after),
    levels: levels.map(levelPart),
    onlyBefore: onlyBefore.map(loadPart),
    onlyAfter: onlyAfter.map(loadPart),
    differences,
    notes,
  };
}

/** The `plateau/series@1` document: `sessions`, each with its verdict, peak, knee, and its throughput over that of the first. */
export function seriesDocument(sessions: readonly SeriesEntry[]) {
  return {
    schema: "plateau/series@1",
    sessions: sessions.map(({ peak, toFirst, ...entry }) => ({
      ...entry,
      peak: peak === null ? null : { ...loadPart(peak.load), throughputRps: peak.throughputRps },
      toFirst:
        toFirst === null
          ? null
          : {
              ...loadPart(toFirst.load),
              outcome: toFirst.outcome,
              throughputRatio: toFirst.throughput?.ratio ?? null,
              interval: toFirst.throughput?.interval ?? null,
            },
    })),
  };
}

const loadPart = ({ connections, thinkTime, rateRps }: Load) => ({ connections, rateRps, thinkTime: thinkTimeText(thinkTime) });

function sessionPart(compared: Compared) {
  const { id, name, status, startedAt, plateauVersion } = compared.session;
  const { verdict, plateau } = compared.diagnosis;
  const peak = peakOf(compared);
  return {
    id,
    name,
    status,
    startedAt,
    plateauVersion,
    verdict,
    peak: peak === null ? null : { ...loadPart(loadOf(peak)), throughputRps: peak.throughputRps },
    kneeConnections: plateau?.knee?.value ?? null,
  };
}

function levelPart({ load, outcome, why, caveats, before, after, throughput, latencyRatio, latency }: LevelComparison) {
  const latencyOf = (key: "mean" | "p50" | "p90" | "p99") => {
    const [first, second] = [number(before?.latencyMs[key]), number(after?.latencyMs[key])];
    return { before: first, after: second, ratio: first === null || second === null ? null : number(second / first) };
  };
  return {
    ...loadPart(load),
    outcome,
    why,
    caveats,
    throughputRps:
      throughput === null || before === null || after === null
        ? null
        : {
            before: before.throughputRps,
            after: after.throughputRps,
            ratio: throughput.ratio,
            low: throughput.interval?.low ?? null,
            high: throughput.interval?.high ?? null,
          },
    latencyMs: before === null ? null : { mean: latencyOf("mean"), p50: latencyOf("p50"), p90: latencyOf("p90"), p99: latencyOf("p99") },
    latencyRatio,
    shiftMs: latency?.shiftMs ?? null,
    a12: latency?.a12 ?? null,
    ks: { distance: latency?.distance ?? null, probability: latency?.probability ?? null },
  };
}

const number = (value: number | undefined): number | null => (value === undefined || !Number.isFinite(value) ? null : value);
