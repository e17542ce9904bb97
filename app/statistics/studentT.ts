import { PlateauError } from "../model/errors.ts";

/** 97.5 % quantiles of Student's t for 1..30 degrees of freedom, as printed in any table. */
const T975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093, 2.086,
  2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/**
 * The factor of a two-sided 95 % interval. Beyond 30 degrees of freedom the first two terms of the
 * Cornish-Fisher expansion are right to three digits (Abramowitz & Stegun 26.7.5).
 * @throws PlateauError VALUE_OUT_OF_RANGE below one degree of freedom
 */
export function tFactor95(degreesOfFreedom: number): number {
  if (!(degreesOfFreedom >= 1)) {
    throw new PlateauError("VALUE_OUT_OF_RANGE", `degrees of freedom must be 1 or more; got ${degreesOfFreedom}`);
  }
  const z = 1.959964;
  return T975[Math.floor(degreesOfFreedom) - 1] ?? z + (z ** 3 + z) / (4 * degreesOfFreedom);
}
