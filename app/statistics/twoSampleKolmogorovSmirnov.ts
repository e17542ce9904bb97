import { PlateauError } from "../model/errors.ts";
import { type KolmogorovSmirnov, kolmogorovTail } from "./kolmogorovSmirnov.ts";

const EXACT_PAIRS = 1_000_000; // counting paths takes time with n m: up to here some milliseconds

/**
 * Do two samples of independent values come from the same distribution, whatever it is? The largest difference between their cumulative
 * distributions, and the probability of one at least as large if they do. Exact up to a million pairs (n m), beyond asymptotic with Stephens'
 * correction for n m / (n + m) values; with many equal values the probability is larger than the true one. `method` overrides.
 * @throws PlateauError VALUE_OUT_OF_RANGE if a sample is empty
 */
export function twoSampleKolmogorovSmirnov(
  xs: readonly number[],
  ys: readonly number[],
  method: "exact" | "asymptotic" = xs.length * ys.length <= EXACT_PAIRS ? "exact" : "asymptotic",
): KolmogorovSmirnov {
  const [n, m] = [xs.length, ys.length];
  if (n === 0 || m === 0) throw new PlateauError("VALUE_OUT_OF_RANGE", `two samples are compared by their values; got ${n} and ${m}`);
  const apart = farthest(xs, ys);
  const distance = apart / (n * m);
  const size = Math.sqrt((n * m) / (n + m));
  const probability = method === "exact" ? pathsThatReach(apart, n, m) : kolmogorovTail((size + 0.12 + 0.11 / size) * distance);
  return { distance, probability };
}

/** The largest |i m - j n| after i values of the first sample and j of the second: whole numbers, so that no rounding decides. Equal values are passed together. */
function farthest(xs: readonly number[], ys: readonly number[]): number {
  const [a, b] = [xs.toSorted((p, q) => p - q), ys.toSorted((p, q) => p - q)];
  let [i, j, most] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] as number, b[j] as number);
    while (i < a.length && a[i] === value) i++;
    while (j < b.length && b[j] === value) j++;
    most = Math.max(most, Math.abs(i * b.length - j * a.length));
  }
  return most;
}

/**
 * If both samples come from one distribution, every order of their values is equally likely: a path of n steps right and m steps up.
 * Share of the paths that come as far as `apart` from the diagonal (J. L. Hodges, Arkiv foer Matematik 3, 1958). The share for (i, j) follows from its
 * two neighbours, since the last of i + j values is from the first sample with probability i / (i + j).
 */
function pathsThatReach(apart: number, n: number, m: number): number {
  const column = new Float64Array(m + 1);
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= m; j++) {
      if (Math.abs(i * m - j * n) >= apart) column[j] = 1;
      else if (i + j === 0) column[j] = 0;
      else column[j] = ((i > 0 ? (column[j] as number) * i : 0) + (j > 0 ? (column[j - 1] as number) * j : 0)) / (i + j);
    }
  }
  return column[m] as number;
}
