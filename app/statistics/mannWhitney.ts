import { PlateauError } from "../model/errors.ts";
import type { Estimate } from "../model/finding.ts";
import { normalCdf } from "./normalDistribution.ts";
import { median } from "./quantile.ts";

/** Does one sample tend to lie above the other? */
export interface MannWhitney {
  readonly u: number; // pairs in which x is above y, ties half; 0..n m
  readonly probability: number; // of a u as far from n m / 2 either way, if both come from one distribution
  readonly less: number; // of a u as small: low when x lies below y
  readonly greater: number; // of a u as large
}

const EXACT_SIZE = 8; // with fewer in one sample the normal distribution is off; scipy draws the line there too
const Z975 = 1.959964;

/**
 * Rank-sum test of two independent samples (H. B. Mann, D. R. Whitney, Annals of Mathematical Statistics 18, 1947). Asymptotic with
 * continuity and tie correction; exact when a sample has at most 8 values and none are equal. `method` overrides that.
 * @throws PlateauError VALUE_OUT_OF_RANGE if a sample is empty
 */
export function mannWhitney(xs: readonly number[], ys: readonly number[], method?: "exact" | "asymptotic"): MannWhitney {
  const u = pairsAbove(xs, ys);
  const [n, m] = [xs.length, ys.length];
  const ties = tieSizes(xs, ys);
  const exact = method === "exact" || (method === undefined && ties.length === 0 && Math.min(n, m) <= EXACT_SIZE);
  const [less, greater] = exact ? exactTails(u, n, m) : asymptoticTails(u, n, m, ties);
  return { u, less, greater, probability: Math.min(1, 2 * Math.min(less, greater)) };
}

/**
 * Probability that a value of the first sample is above one of the second, ties half: 0.5 says nothing differs; 0.56, 0.64 and 0.71 are called
 * a small, a medium and a large effect (A. Vargha, H. D. Delaney, Journal of Educational and Behavioral Statistics 25, 2000).
 */
export function varghaDelaney(xs: readonly number[], ys: readonly number[]): number {
  return pairsAbove(xs, ys) / (xs.length * ys.length);
}

/**
 * By how much the second sample lies above the first: the median of all differences y - x, with its 95 % interval from the ranks of
 * those differences (J. L. Hodges, E. L. Lehmann, Annals of Mathematical Statistics 34, 1963). Samples too small for 95 % (three each) get the
 * whole range. Takes time with n m.
 * @throws PlateauError VALUE_OUT_OF_RANGE if a sample is empty
 */
export function hodgesLehmann(xs: readonly number[], ys: readonly number[]): Estimate {
  refuseEmpty(xs, ys);
  const differences = Float64Array.from(ys.flatMap((y) => xs.map((x) => y - x))).sort();
  const skip = skippedRanks(xs.length, ys.length);
  const at = (rank: number): number => differences[rank] as number;
  return { value: median([...differences]), low: at(skip), high: at(differences.length - 1 - skip) };
}

function pairsAbove(xs: readonly number[], ys: readonly number[]): number {
  refuseEmpty(xs, ys);
  const sorted = ys.toSorted((a, b) => a - b);
  return xs.reduce((sum, x) => sum + (countBelow(sorted, x, false) + countBelow(sorted, x, true)) / 2, 0);
}

/** Values below x, or up to and including it, of a sorted list. */
function countBelow(sorted: readonly number[], x: number, including: boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = sorted[middle] as number;
    if (value < x || (including && value === x)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function tieSizes(xs: readonly number[], ys: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const value of [...xs, ...ys]) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].filter((count) => count > 1);
}

/** P(U <= u) and P(U >= u) from n m (n + m + 1) / 12, less n m (t³ - t) / (12 (n + m)(n + m - 1)) for t equal values. */
function asymptoticTails(u: number, n: number, m: number, ties: readonly number[]): [number, number] {
  const all = n + m;
  const tied = ties.reduce((sum, t) => sum + t ** 3 - t, 0) / (all * (all - 1));
  const deviation = Math.sqrt(((n * m) / 12) * (all + 1 - tied));
  if (deviation === 0) return [1, 1];
  const excess = u - (n * m) / 2;
  return [normalCdf((excess + 0.5) / deviation), normalCdf(-(excess - 0.5) / deviation)];
}

/** For a u between whole numbers (ties) both tails take in the nearer and the farther one: the cautious side. */
function exactTails(u: number, n: number, m: number): [number, number] {
  const shares = exactShares(n, m);
  const sum = (from: number, to: number): number => shares.slice(from, to + 1).reduce((a, b) => a + b, 0);
  return [Math.min(1, sum(0, Math.ceil(u))), Math.min(1, sum(Math.floor(u), n * m))];
}

/**
 * Probability of each u, 0..n m, when every order of the n + m values is equally likely: the largest is an x with probability n / (n + m) and then
 * above all m, else a y that adds nothing. Row by row over n: takes time with (n m)².
 */
function exactShares(n: number, m: number): Float64Array {
  let row: Float64Array[] = Array.from({ length: m + 1 }, () => Float64Array.of(1)); // no x at all: u = 0
  for (let i = 1; i <= n; i++) {
    const next: Float64Array[] = [Float64Array.of(1)]; // no y at all
    for (let j = 1; j <= m; j++) {
      const shares = new Float64Array(i * j + 1);
      const [withoutX, withoutY] = [row[j] as Float64Array, next[j - 1] as Float64Array];
      for (const [u, share] of withoutX.entries()) shares[u + j] = (share * i) / (i + j);
      for (const [u, share] of withoutY.entries()) (shares[u] as number) += (share * j) / (i + j);
      next.push(shares);
    }
    row = next;
  }
  return row[m] as Float64Array;
}

/** Differences outside a 95 % interval on each side: the largest u with P(U <= u) <= 2.5 %, since the true shift has so many below it; at least 0. */
function skippedRanks(n: number, m: number): number {
  const largest = Math.min(n, m) > EXACT_SIZE ? (n * m) / 2 - Z975 * Math.sqrt((n * m * (n + m + 1)) / 12) - 0.5 : exactRank(n, m);
  return Math.max(0, Math.floor(largest));
}

function exactRank(n: number, m: number): number {
  const shares = exactShares(n, m);
  let rank = -1;
  let tail = shares[0] as number;
  while (tail <= 0.025) tail += shares[++rank + 1] as number;
  return rank;
}

function refuseEmpty(xs: readonly number[], ys: readonly number[]): void {
  if (xs.length > 0 && ys.length > 0) return;
  throw new PlateauError("VALUE_OUT_OF_RANGE", `two samples are compared by their values; got ${xs.length} and ${ys.length}`);
}
