import { PlateauError } from "../model/errors.ts";

/**
 * Little's law: on average X · T users are inside a system they enter at a rate X and stay in for T.
 * Holds for any distribution, as long as what goes in comes out (J. D. C. Little, Operations Research 9, 1961, 383-387).
 * @throws PlateauError VALUE_OUT_OF_RANGE if a rate or a time is negative
 */
export function inSystem(ratePerSecond: number, secondsInside: number): number {
  if (!(ratePerSecond >= 0 && secondsInside >= 0)) {
    throw new PlateauError("VALUE_OUT_OF_RANGE", `rate and time must be 0 or more; got ${ratePerSecond} and ${secondsInside}`);
  }
  return ratePerSecond * secondsInside;
}
