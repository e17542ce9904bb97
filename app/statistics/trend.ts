import type { Estimate } from "../model/finding.ts";
import { autocorrelation } from "./autocorrelation.ts";
import { normalCdf, normalQuantile } from "./normalDistribution.ts";
import { median } from "./quantile.ts";

const Z975 = 1.959964;

/** A straight line that no outlier below 29 % of the points can bend. */
export interface Line {
  readonly slope: number;
  readonly intercept: number; // median(y) - slope * median(x)
}

/** Does a series rise or fall, whatever the form? */
export interface MannKendall {
  readonly s: number; // rising pairs minus falling pairs
  readonly variance: number; // of s, if there is no trend
  readonly z: number;
  readonly probability: number; // of an |s| at least as large without a trend, 0..1
}

/**
 * Median of the slopes of all pairs of points with different x (Theil 1950; P. K. Sen, JASA 63, 1968). Takes time with the square of the number of points.
 * @throws RangeError unless two points have different x
 */
export function theilSen(xs: readonly number[], ys: readonly number[]): Line {
  const slope = median(pairwiseSlopes(xs, ys));
  return { slope, intercept: median(ys) - slope * median(xs) };
}

/**
 * The slope of theilSen() with its interval (Sen 1968): as many pairwise slopes lie outside on both sides as Kendall's S leaves without a trend.
 * For independent errors.
 */
export function slopeInterval(xs: readonly number[], ys: readonly number[], confidence = 0.95): Estimate {
  const slopes = pairwiseSlopes(xs, ys).sort((a, b) => a - b);
  const spread = -normalQuantile((1 - confidence) / 2) * Math.sqrt(mannKendall(ys).variance);
  const low = Math.max(0, Math.round((slopes.length - spread) / 2) - 1);
  const high = Math.min(slopes.length - 1, Math.round((slopes.length + spread) / 2));
  return { value: median(slopes), low: slopes[low] as number, high: slopes[high] as number };
}

function pairwiseSlopes(xs: readonly number[], ys: readonly number[]): number[] {
  const slopes: number[] = [];
  for (const [j, yj] of ys.entries()) {
    for (let i = 0; i < j; i++) {
      const dx = (xs[j] as number) - (xs[i] as number);
      if (dx !== 0) slopes.push((yj - (ys[i] as number)) / dx);
    }
  }
  if (xs.length !== ys.length || slopes.length === 0) {
    throw new RangeError(`a slope needs two points or more with different x; got ${xs.length} x and ${ys.length} y`);
  }
  return slopes;
}

/**
 * S = sum of sign(y_j - y_i) over i < j. Without a trend every order is equally likely; then S has the mean 0 and the variance
 * n(n-1)(2n+5)/18, less t(t-1)(2t+5)/18 for each group of t equal values, and Z = (S -+ 1) / sqrt(variance) is nearly normal
 * (H. B. Mann, Econometrica 13, 1945; M. G. Kendall, Rank Correlation Methods, 1975). Values that follow one another too closely
 * to be independent look like a trend: give means of a second or more, and some `lags`: the variance then grows with the correlation
 * between the ranks of values so far apart, where it is significant (K. H. Hamed, A. R. Rao, Journal of Hydrology 204, 1998). Few lags, 3: over all of
 * them chance correlations add up to any verdict.
 */
export function mannKendall(values: readonly number[], lags = 0): MannKendall {
  const n = values.length;
  let s = 0;
  for (const [j, later] of values.entries()) for (let i = 0; i < j; i++) s += Math.sign(later - (values[i] as number));
  const ties = new Map<number, number>();
  for (const value of values) ties.set(value, (ties.get(value) ?? 0) + 1);
  const spread = (count: number): number => (count * (count - 1) * (2 * count + 5)) / 18;
  const independent = [...ties.values()].reduce((left, count) => left - spread(count), spread(n));
  const variance = independent * (lags > 0 && n > 3 ? correlationFactor(values, lags) : 1);
  const z = variance <= 0 ? 0 : (s - Math.sign(s)) / Math.sqrt(variance);
  return { s, variance, z, probability: 2 * normalCdf(-Math.abs(z)) };
}

/** 1 + 2 / (n(n-1)(n-2)) · sum of (n-k)(n-k-1)(n-k-2) r_k, over the lags k at which the ranks, freed of the trend, correlate significantly. Not below 0. */
function correlationFactor(values: readonly number[], lags: number): number {
  const n = values.length;
  const { slope } = theilSen([...values.keys()], values);
  const ranks = ranksOf(values.map((value, i) => value - slope * (i + 1)));
  let sum = 0;
  for (let k = 1; k <= Math.min(lags, n - 1); k++) {
    const r = autocorrelation(ranks, k);
    if (Math.abs(r) > Z975 / Math.sqrt(n)) sum += (n - k) * (n - k - 1) * (n - k - 2) * r;
  }
  return Math.max(0, 1 + (2 * sum) / (n * (n - 1) * (n - 2)));
}

/** 1 for the smallest; equal values share the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const sorted = values.toSorted((a, b) => a - b);
  const first = new Map<number, number>();
  const last = new Map<number, number>();
  for (const [i, value] of sorted.entries()) {
    if (!first.has(value)) first.set(value, i + 1);
    last.set(value, i + 1);
  }
  return values.map((value) => ((first.get(value) as number) + (last.get(value) as number)) / 2);
}
