import { PlateauError } from "../model/errors.ts";

const Z95 = 1.959964;

/**
 * The 95 % interval of a share: `hits` of `all` (Wilson 1927, without continuity correction). Holds near 0 and 1, where the
 * textbook's does not. @throws PlateauError VALUE_OUT_OF_RANGE unless 0 <= hits <= all and all > 0
 */
export function wilsonInterval(hits: number, all: number): { low: number; high: number } {
  if (!(all > 0 && hits >= 0 && hits <= all))
    throw new PlateauError("VALUE_OUT_OF_RANGE", `a share needs 0 <= hits <= all; got ${hits} of ${all}`);
  const p = hits / all;
  const z2 = Z95 * Z95;
  const centre = (p + z2 / (2 * all)) / (1 + z2 / all);
  const half = (Z95 / (1 + z2 / all)) * Math.sqrt((p * (1 - p)) / all + z2 / (4 * all * all));
  return { low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}
