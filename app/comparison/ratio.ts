import type { Estimate } from "../model/finding.ts";
import { inefficiency } from "../statistics/autocorrelation.ts";
import { mean, standardDeviation } from "../statistics/moments.ts";
import { tFactor95 } from "../statistics/studentT.ts";

/** Values of each sample that an interval needs: with two, one hiccup is half of all that is known. */
export const FEWEST = 3;

/**
 * Mean of the second series over the mean of the first, with its 95 % interval. The relative errors of both means are put together on the log
 * scale (delta method), so that a/b and b/a say the same. Values that follow each other may hang together: a series counts for as many
 * independent values as its inefficiency leaves (Geyer, 1992). Degrees of freedom by B. L. Welch, Biometrika 34, 1947.
 * Null with fewer than three values, or a mean that is not above 0.
 */
export function ratioOfMeans(before: readonly number[], after: readonly number[]): Estimate | null {
  if (before.length < FEWEST || after.length < FEWEST) return null;
  const [a, b] = [relativeMean(before), relativeMean(after)];
  if (!(a.value > 0 && b.value > 0)) return null;
  const value = b.value / a.value;
  const variance = a.variance + b.variance;
  if (variance === 0) return { value, low: value, high: value };
  const freedom = variance ** 2 / (a.variance ** 2 / a.freedom + b.variance ** 2 / b.freedom);
  const spread = Math.exp(tFactor95(Math.max(1, freedom)) * Math.sqrt(variance));
  return { value, low: value / spread, high: value * spread };
}

/** `variance`: of the mean, as a share of its square; with n values worth m independent ones it is their sum of squares / n / (m - 1). */
function relativeMean(values: readonly number[]): { value: number; variance: number; freedom: number } {
  const value = mean(values);
  const squares = standardDeviation(values) ** 2 * (values.length - 1);
  const freedom = Math.max(1, values.length / inefficiency(values) - 1);
  return { value, variance: squares / values.length / freedom / value ** 2, freedom };
}
