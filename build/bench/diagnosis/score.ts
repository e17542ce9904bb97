import type { VerdictId } from "../../../app/model/finding.ts";

/** One run of a case, judged. */
export interface Verdicted {
  readonly case: string;
  readonly right: readonly [VerdictId, ...VerdictId[]]; // the first says most
  readonly verdict: VerdictId;
  readonly confidence: number; // 0..1
  readonly stableAfterSeconds: number;
}

export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly runs: number;
  readonly hits: number;
  readonly meanConfidence: number;
}

export interface Score {
  readonly runs: number;
  readonly cases: number;
  readonly hits: number; // the verdict is one of those that are right
  readonly exact: number; // it is the one that says most
  readonly abstentions: number; // inconclusive where it should not be: says nothing, and nothing wrong
  readonly wrong: number;
  readonly healthyRuns: number;
  readonly falseBottlenecks: number; // on healthy targets
  readonly missed: number; // healthy, of a sick one
  readonly medianStableSeconds: number | null; // of the hits
  readonly confusion: readonly { readonly expected: VerdictId; readonly verdict: VerdictId; readonly runs: number }[];
  readonly reliability: readonly Bin[];
  readonly calibrationError: number | null; // mean distance of confidence from hit rate, bins weighted by runs
}

const EDGES = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 1];

/** How good verdicts are, against what was staged. Verdicts with confidence 0 ("inconclusive") claim nothing, and are not part of the reliability. */
export function score(all: readonly Verdicted[]): Score {
  const hits = all.filter(isHit);
  const healthy = all.filter(({ right }) => right[0] === "healthy");
  const abstentions = all.filter((one) => one.verdict === "inconclusive" && !isHit(one)).length;
  const reliability = reliabilityOf(all);
  const claimed = reliability.reduce((sum, { runs }) => sum + runs, 0);
  return {
    runs: all.length,
    cases: new Set(all.map((one) => one.case)).size,
    hits: hits.length,
    exact: all.filter(({ right, verdict }) => verdict === right[0]).length,
    abstentions,
    wrong: all.length - hits.length - abstentions,
    healthyRuns: healthy.length,
    falseBottlenecks: healthy.filter((one) => !isHit(one) && one.verdict !== "inconclusive").length,
    missed: all.filter(({ right, verdict }) => verdict === "healthy" && !right.includes("healthy")).length,
    medianStableSeconds: median(hits.map(({ stableAfterSeconds }) => stableAfterSeconds)),
    confusion: confusionOf(all),
    reliability,
    calibrationError:
      claimed === 0 ? null : reliability.reduce((sum, bin) => sum + Math.abs(bin.hits - bin.runs * bin.meanConfidence), 0) / claimed,
  };
}

export function isHit({ right, verdict }: Verdicted): boolean {
  return right.includes(verdict);
}

function confusionOf(all: readonly Verdicted[]): Score["confusion"] {
  const cells = new Map<string, { expected: VerdictId; verdict: VerdictId; runs: number }>();
  for (const { right, verdict } of all) {
    const expected = right[0];
    const cell = cells.get(`${expected} ${verdict}`) ?? { expected, verdict, runs: 0 };
    cells.set(`${expected} ${verdict}`, { ...cell, runs: cell.runs + 1 });
  }
  return [...cells.values()];
}

function reliabilityOf(all: readonly Verdicted[]): Bin[] {
  const claims = all.filter(({ confidence }) => confidence > 0);
  return EDGES.slice(0, -1).flatMap((from, index) => {
    const to = EDGES[index + 1] ?? 1;
    const inside = claims.filter(({ confidence }) => confidence >= from && (confidence < to || to === 1));
    if (inside.length === 0) return [];
    const meanConfidence = inside.reduce((sum, { confidence }) => sum + confidence, 0) / inside.length;
    return [{ from, to, runs: inside.length, hits: inside.filter(isHit).length, meanConfidence }];
  });
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
