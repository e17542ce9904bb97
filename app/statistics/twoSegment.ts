import { PlateauError } from "../model/errors.ts";
import { aicc } from "./akaike.ts";

/** Throughput of a server that works on a fixed number of requests at a time: X(N) = min(a N, b). */
export interface TwoSegment {
  readonly slopeRps: number; // a: requests/s each connection adds below the knee
  readonly ceilingRps: number; // b; Infinity when the points never leave the line
  readonly kneeConnections: number; // b / a
  readonly aicc: number; // lower is better; comparable with linearAicc of the same points
}

export interface Point {
  readonly connections: number;
  readonly throughputRps: number;
}

/**
 * Least squares of *relative* residuals (the error of a measured rate grows with the rate), so each
 * segment's estimate is a mean: a = harmonic-weighted mean of X/N, b of X. Every split is tried.
 * The ceiling must not lie below what the line reached: a split that breaks this is no candidate.
 * @throws PlateauError VALUE_OUT_OF_RANGE with fewer than 2 points or a point that is not positive
 */
export function fitTwoSegment(points: readonly Point[]): TwoSegment {
  const sorted = checked(points);
  let best: TwoSegment | null = null;
  for (let split = 1; split < sorted.length; split++) {
    const slopeRps = relativeScale(sorted.slice(0, split).map((p) => p.throughputRps / p.connections));
    const ceilingRps = relativeScale(sorted.slice(split).map((p) => p.throughputRps));
    const predict = (n: number): number => Math.min(slopeRps * n, ceilingRps);
    const fit = { slopeRps, ceilingRps, kneeConnections: ceilingRps / slopeRps, aicc: aicc(sorted, predict, 2) };
    if (best === null || fit.aicc < best.aicc) best = fit;
  }
  return best as TwoSegment; // at least one split: there are two points
}

/** AICc of the straight line X = a N through the same points: growth without end. */
export function linearAicc(points: readonly Point[]): number {
  const sorted = checked(points);
  const slope = relativeScale(sorted.map((p) => p.throughputRps / p.connections));
  return aicc(sorted, (n) => slope * n, 1);
}

/** The c that minimises the sum of ((x - c) / x)²: Σ(1/x) / Σ(1/x²). */
function relativeScale(values: readonly number[]): number {
  return values.reduce((s, x) => s + 1 / x, 0) / values.reduce((s, x) => s + 1 / (x * x), 0);
}

function checked(points: readonly Point[]): Point[] {
  if (points.length < 2 || points.some((p) => !(p.connections > 0 && p.throughputRps > 0))) {
    throw new PlateauError("VALUE_OUT_OF_RANGE", `a fit needs 2 or more points above zero; got ${points.length}`);
  }
  return points.toSorted((a, b) => a.connections - b.connections);
}
