import { normalCdf } from "./normalDistribution.ts";
import { median } from "./quantile.ts";

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
  const slope = median(slopes);
  return { slope, intercept: median(ys) - slope * median(xs) };
}

/**
 * S = sum of sign(y_j - y_i) over i < j. Without a trend every order is equally likely; then S has the mean 0 and the variance
 * n(n-1)(2n+5)/18, less t(t-1)(2t+5)/18 for each group of t equal values, and Z = (S -+ 1) / sqrt(variance) is nearly normal
 * (H. B. Mann, Econometrica 13, 1945; M. G. Kendall, Rank Correlation Methods, 1975). Values that follow one another too closely
 * to be independent look like a trend: give means of a second or more.
 */
export function mannKendall(values: readonly number[]): MannKendall {
  const n = values.length;
  let s = 0;
  for (const [j, later] of values.entries()) for (let i = 0; i < j; i++) s += Math.sign(later - (values[i] as number));
  const ties = new Map<number, number>();
  for (const value of values) ties.set(value, (ties.get(value) ?? 0) + 1);
  const spread = (count: number): number => (count * (count - 1) * (2 * count + 5)) / 18;
  const variance = [...ties.values()].reduce((left, count) => left - spread(count), spread(n));
  const z = variance <= 0 ? 0 : (s - Math.sign(s)) / Math.sqrt(variance);
  return { s, variance, z, probability: 2 * normalCdf(-Math.abs(z)) };
}
