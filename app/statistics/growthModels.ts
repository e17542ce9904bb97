import { aicc } from "./akaike.ts";
import { fitTwoSegment, linearAicc, type Point, type TwoSegment } from "./twoSegment.ts";
import { FEWEST_LEVELS, fitAmdahl, fitUsl, type Usl, uslThroughput } from "./usl.ts";

export type GrowthModel = "linear" | "two-segment" | "amdahl" | "usl";

/** The models of throughput against connections, fitted to the same points. */
export interface GrowthModels {
  readonly aicc: Readonly<Record<GrowthModel, number>>; // lower is better, by more than 4 clearly
  readonly best: GrowthModel;
  readonly twoSegment: TwoSegment;
  readonly usl: Usl;
  readonly declines: boolean; // throughput has a peak and falls behind it
}

const CLEAR_GAIN = 4; // of AICc: the better model is then seven times as likely (Burnham & Anderson 2002)
const FALLING_LEVELS = 2; // a single low last level is no decline
const NOISE = 2; // residual standard errors a level must lie below the peak

/**
 * Straight line, line with a ceiling, Amdahl's law (growth that slows down) and the Universal Scalability Law (that may also fall), compared by
 * AICc. A pool has a corner, which the USL would take for contention. A decline is believed when the USL beats every model that cannot
 * fall, and two levels or more behind the highest lie below it by more than the scatter.
 * Null below 6 distinct numbers of connections: nothing could be told from so few.
 */
export function growthModels(points: readonly Point[]): GrowthModels | null {
  if (new Set(points.map(({ connections }) => connections)).size < FEWEST_LEVELS) return null;
  const usl = fitUsl(points);
  const fitted = { lambdaRps: usl.lambdaRps.value, alpha: usl.alpha.value, beta: usl.beta.value };
  const amdahl = fitAmdahl(points);
  const twoSegment = fitTwoSegment(points);
  const scores = {
    linear: linearAicc(points),
    "two-segment": twoSegment.aicc,
    amdahl: aicc(points, (n) => uslThroughput(amdahl, n), 2),
    usl: aicc(points, (n) => uslThroughput(fitted, n), 3),
  };
  const order: readonly GrowthModel[] = ["linear", "two-segment", "amdahl", "usl"];
  const best = order.reduce((a, b) => (scores[b] < scores[a] ? b : a));
  const monotone = Math.min(scores.linear, scores["two-segment"], scores.amdahl);
  const declines = monotone - scores.usl > CLEAR_GAIN && levelsBelowPeak(points, usl.residualStandardError) >= FALLING_LEVELS;
  return { aicc: scores, best, twoSegment, usl, declines };
}

/** Levels with more connections than the highest that lie clearly below it. `scatter`: relative standard error of one level. */
function levelsBelowPeak(points: readonly Point[], scatter: number): number {
  const peak = points.reduce((best, point) => (point.throughputRps > best.throughputRps ? point : best));
  return points.filter((p) => p.connections > peak.connections && p.throughputRps < peak.throughputRps * (1 - NOISE * scatter)).length;
}
