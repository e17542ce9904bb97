import { median } from "./quantile.ts";
import { mannKendall, theilSen } from "./trend.ts";

/** What a series does over its length. */
export interface Drift {
  readonly change: number; // from the first value to the last along the robust line, as a share of the median; may be negative
  readonly probability: number; // of such an order of values without a trend
}

/** How a series changes from its begin to its end; null when its median is 0 or it has fewer than two values. */
export function driftOf(values: readonly number[]): Drift | null {
  if (values.length < 2) return null;
  const middle = median(values);
  if (middle === 0) return null;
  const { slope } = theilSen([...values.keys()], values);
  return { change: (slope * (values.length - 1)) / middle, probability: mannKendall(values).probability };
}

/**
 * How many values to cut from the begin so that the mean of the rest is known best: the d that minimises
 * sum over i > d of (x_i - mean)² / (n - d)² (marginal standard error rule; K. P. White, Simulation 69, 1997).
 * Only the first half is looked at: beyond, the rule has too few values left to know, and the series never settles.
 * `batch`: means of so many values are taken first (5 in MSER-5). 0 for an empty series.
 */
export function mserCut(values: readonly number[], batch = 1): number {
  const batches = Array.from({ length: Math.floor(values.length / batch) }, (_, b) => {
    const part = values.slice(b * batch, (b + 1) * batch);
    return part.reduce((sum, value) => sum + value, 0) / batch;
  });
  const n = batches.length;
  let best = { cut: 0, score: Number.POSITIVE_INFINITY };
  let sum = 0;
  let squares = 0;
  const scores: number[] = [];
  const origin = batches[0] ?? 0; // squares of differences stay exact when the values are large
  for (let d = n - 1; d >= 0; d--) {
    const value = (batches[d] as number) - origin;
    sum += value;
    squares += value * value;
    const left = n - d;
    scores[d] = Math.max(0, squares - (sum * sum) / left) / (left * left);
  }
  for (let d = 0; d <= n / 2 && d < n; d++) {
    const score = scores[d] as number;
    if (score < best.score) best = { cut: d, score };
  }
  return best.cut * batch;
}
