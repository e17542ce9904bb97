import { PlateauError } from "../model/errors.ts";

/** Arithmetic mean. @throws PlateauError VALUE_OUT_OF_RANGE on an empty list */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new PlateauError("VALUE_OUT_OF_RANGE", "mean needs at least one value; got none");
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Standard deviation with n - 1; 0 for a single value. @throws PlateauError VALUE_OUT_OF_RANGE on an empty list */
export function standardDeviation(values: readonly number[]): number {
  const centre = mean(values);
  if (values.length === 1) return 0;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
}

/** Largest distance between two values, as a share of their mean; 0 for a single value. */
export function relativeSpread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / mean(values);
}
