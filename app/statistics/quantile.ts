import { PlateauError } from "../model/errors.ts";

/**
 * Quantile by linear interpolation (type 7 of Hyndman & Fan 1996, as in R and d3). `p` is 0..1.
 * @throws PlateauError VALUE_OUT_OF_RANGE on an empty list or p outside 0..1
 */
export function quantile(values: readonly number[], p: number): number {
  if (values.length === 0 || !(p >= 0 && p <= 1)) {
    throw new PlateauError("VALUE_OUT_OF_RANGE", `quantile needs values and p in 0..1; got ${values.length} values and p ${p}`);
  }
  const sorted = Float64Array.from(values).sort(); // by value without being told how: several times as fast
  const position = (sorted.length - 1) * p;
  const below = sorted[Math.floor(position)] as number; // in range: position is within 0..length - 1
  const above = sorted[Math.ceil(position)] as number;
  return below + (above - below) * (position - Math.floor(position));
}

/** The middle value; between the two middle ones when their number is even. */
export const median = (values: readonly number[]): number => quantile(values, 0.5);
