import type { Estimate } from "../model/finding.ts";
import { mean, standardDeviation } from "./moments.ts";
import { tFactor95 } from "./studentT.ts";

/** Mean with its 95 % interval (Student's t). The values must be nearly independent; a single one has no interval and gets its own value as both ends. */
export function meanInterval(values: readonly number[]): Estimate {
  const value = mean(values);
  if (values.length < 2) return { value, low: value, high: value };
  const half = (tFactor95(values.length - 1) * standardDeviation(values)) / Math.sqrt(values.length);
  return { value, low: value - half, high: value + half };
}

/** Half the width of an interval as a share of its value; 0 when the value is 0. */
export function relativeError({ value, low, high }: Estimate): number {
  return value === 0 ? 0 : (high - low) / 2 / value;
}

/**
 * Product of two independent positive estimates. Intervals are combined on the log scale (delta
 * method), so the result stays positive and is wider upwards than downwards.
 */
export function product(a: Estimate, b: Estimate): Estimate {
  const value = a.value * b.value;
  const spread = Math.exp(Math.hypot(relativeError(a), relativeError(b)));
  return { value, low: value / spread, high: value * spread };
}
