import { PlateauError } from "../model/errors.ts";
import table from "./dipQuantiles.json" with { type: "json" };

/** How far a sample is from having a single mode. */
export interface Dip {
  readonly dip: number; // largest distance between the sample's distribution function and the nearest unimodal one, 1/(2n)..1/4
  readonly probability: number; // of a dip at least as large, if the values came from the uniform distribution: of unimodal ones the hardest to tell
  readonly modal: readonly [from: number, to: number]; // the interval in which the nearest unimodal distribution is steepest
}

/**
 * Hartigan's dip test: has the density more than one peak? Needs independent values without rounding: rounded ones stand in heaps, and
 * every heap is a mode. Takes time with n log n.
 *
 * The nearest unimodal distribution is convex up to its mode and concave behind it. On an interval that holds the mode, start with
 * the greatest convex minorant of the distribution function and its least concave majorant. Where the two are farthest apart they
 * touch the function at two points: between those lies the mode. Outside, the minorant (left) and the majorant (right) stay, and
 * their distance from the function bounds the dip from below; inside, the same again, until nothing is farther apart than that bound.
 *
 * J. A. Hartigan, P. M. Hartigan, Annals of Statistics 13 (1985) 70-84; P. M. Hartigan, Applied Statistics 34 (1985) 320-325, with the
 * corrections of Yong Lu (2003) and Martin Maechler (1994).
 * @throws PlateauError VALUE_OUT_OF_RANGE on an empty list
 */
export function dipTest(values: readonly number[]): Dip {
  if (values.length === 0) throw new PlateauError("VALUE_OUT_OF_RANGE", "a dip test needs values; got none");
  const sorted = Float64Array.from(values).sort();
  const n = sorted.length;
  let low = 0;
  let high = n - 1;
  let doubled = 1; // 2 n dip; no sample is nearer than half a step
  while (high - low > 0 && sorted[low] !== sorted[high]) {
    const minorant = touching(sorted, low, high, 1);
    const majorant = touching(sorted, low, high, -1);
    const { gap, left, right } = widest(sorted, minorant, majorant);
    if (gap < doubled) break;
    const under = deviation(sorted, minorant, low, left, 1);
    const over = deviation(sorted, majorant, right, high, -1);
    doubled = Math.max(doubled, under, over);
    if (left === low && right === high) break;
    low = left;
    high = right;
  }
  const dip = doubled / (2 * n);
  return { dip, probability: dipProbability(dip, n), modal: [sorted[low] as number, sorted[high] as number] };
}

/**
 * Probability of a dip at least as large in n uniform values, from a million simulated samples for each n of the table (R package diptest,
 * qDiptab): sqrt(n)·dip is interpolated in n and in probability, and hardly depends on n. Below n = 4 every sample has the same dip.
 */
export function dipProbability(dip: number, n: number): number {
  if (n < (table.n[0] as number)) return 1;
  const largest = table.n.length - 1;
  const above = table.n.findIndex((size) => size >= n);
  const upper = above === -1 ? largest : above;
  const lower = above === -1 ? largest : Math.max(0, upper - 1);
  const from = table.n[lower] as number;
  const to = table.n[upper] as number;
  const weight = to === from ? 0 : (n - from) / (to - from);
  const critical = table.p.map((_, i) => {
    const scaled = (row: number, size: number): number => Math.sqrt(size) * (table.quantiles[row]?.[i] as number);
    return scaled(lower, from) * (1 - weight) + scaled(upper, to) * weight;
  });
  const observed = Math.sqrt(n) * dip;
  const next = critical.findIndex((value) => value > observed);
  if (next === 0) return 1;
  if (next === -1) return 0;
  const [below, beyond] = [critical[next - 1] as number, critical[next] as number];
  const [p, q] = [table.p[next - 1] as number, table.p[next] as number];
  return 1 - (p + ((observed - below) / (beyond - below)) * (q - p));
}

/**
 * The ranks, rising, at which a hull touches the distribution function between two ranks: side 1 the greatest convex minorant (slopes
 * rise), side -1 the least concave majorant (slopes fall). Andrew's monotone chain; of equal values the minorant starts from the first
 * rank, the majorant from the last, since both lie on the outer side of a step.
 */
function touching(sorted: Float64Array, low: number, high: number, side: 1 | -1): number[] {
  const chain: number[] = [low];
  for (let i = low + 1; i <= high; i++) {
    while (chain.length > 1) {
      const b = chain.at(-1) as number;
      const a = chain.at(-2) as number;
      const turn = ((sorted[b] as number) - (sorted[a] as number)) * (i - a) - ((sorted[i] as number) - (sorted[a] as number)) * (b - a);
      if (side * turn > 0) break;
      chain.pop();
    }
    chain.push(i);
  }
  return chain;
}

/** Where majorant and minorant are farthest apart, in ranks: the step of 1 at a value included. `left` touches the minorant, `right` the majorant. */
function widest(
  sorted: Float64Array,
  minorant: readonly number[],
  majorant: readonly number[],
): { gap: number; left: number; right: number } {
  let best = { gap: 0, left: minorant[0] as number, right: majorant.at(-1) as number };
  let m = 0; // the minorant's segment that holds the majorant's point, and the other way round
  for (const right of majorant) {
    while (m < minorant.length - 2 && (minorant[m + 1] as number) < right) m++;
    const [a, b] = [minorant[m] as number, minorant[m + 1] as number];
    const gap = right + 1 - height(sorted, a, b, right);
    if (gap > best.gap) best = { gap, left: a, right };
  }
  let u = 0;
  for (const left of minorant) {
    while (u < majorant.length - 2 && (majorant[u + 1] as number) < left) u++;
    const [a, b] = [majorant[u] as number, majorant[u + 1] as number];
    const gap = height(sorted, a, b, left) + 1 - left;
    if (gap > best.gap) best = { gap, left, right: b };
  }
  return best;
}

/** Rank at which the segment between two touching points passes the value of another rank. */
function height(sorted: Float64Array, a: number, b: number, at: number): number {
  const width = (sorted[b] as number) - (sorted[a] as number);
  return width === 0 ? at : a + ((b - a) * ((sorted[at] as number) - (sorted[a] as number))) / width;
}

/** How far the distribution function leaves a hull between two of its touching points, in ranks: upwards from the minorant (side 1), downwards from the majorant (side -1). */
function deviation(sorted: Float64Array, hull: readonly number[], from: number, to: number, side: 1 | -1): number {
  let most = 1;
  for (let i = 0; i + 1 < hull.length; i++) {
    const [a, b] = [hull[i] as number, hull[i + 1] as number];
    if (a < from || b > to || sorted[a] === sorted[b]) continue;
    for (let at = a; at <= b; at++) most = Math.max(most, side * (at - height(sorted, a, b, at)) + 1);
  }
  return most;
}
