import { seededRandom } from "./random.ts";

export interface ChangePointOptions {
  readonly significance?: number; // a change is believed when chance makes one as large less often
  readonly shortest?: number; // values of the shortest stretch
  readonly seed?: number;
}

/** Where a series begins to be another. */
export interface ChangePoint {
  readonly index: number; // of the first value after the change
  readonly probability: number; // that chance orders the values of the stretch like this
}

const SIGNIFICANCE = 0.01;
const SHORTEST = 5; // fewer values, like a stall of a second or two, are no state
const PERMUTATIONS = 299;
const MOST_VALUES = 1000; // time grows with the square, 300 times

/**
 * The places at which the distribution of a series changes, from the first to the last: E-Divisive (D. S. Matteson, N. A. James, JASA 109, 2014). A
 * stretch is cut where the two parts are farthest apart, and the cut is kept when fewer than 1 % of random orders of the same values can be
 * cut so far apart; then each part again. Nothing is assumed of the distributions but that values are independent: give means of a second.
 * The same seed gives the same answer.
 * @throws RangeError with more than 1000 values
 */
export function changePoints(values: readonly number[], options: ChangePointOptions = {}): ChangePoint[] {
  const { significance = SIGNIFICANCE, shortest = SHORTEST, seed = 1 } = options;
  if (values.length > MOST_VALUES)
    throw new RangeError(`change points are looked for among ${MOST_VALUES} values at most; got ${values.length}`);
  const random = seededRandom(seed, values.length);
  const cut = (from: number, to: number): ChangePoint[] => {
    const part = Float64Array.from(values.slice(from, to));
    const best = farthestCut(part, shortest);
    if (best.distance <= 0) return [];
    const allowed = Math.ceil(significance * (PERMUTATIONS + 1)) - 1; // permutations that may come as far
    let asFar = 0;
    for (let i = 0; i < PERMUTATIONS && asFar <= allowed; i++) {
      shuffle(part, random);
      if (farthestCut(part, shortest).distance >= best.distance) asFar++;
    }
    if (asFar > allowed) return [];
    const index = from + best.at;
    return [...cut(from, index), { index, probability: (asFar + 1) / (PERMUTATIONS + 1) }, ...cut(index, to)];
  };
  return cut(0, values.length);
}

/**
 * The cut with the largest energy distance between its parts of m and n values: m n / (m + n) · (2 · mean |x - y| - mean |x - x'| - mean |y - y'|). One
 * value after the other moves from the right part to the left, and the three sums with it.
 */
function farthestCut(values: Float64Array, shortest: number): { at: number; distance: number } {
  const all = values.length;
  let [left, right, between] = [0, 0, 0]; // sums of |difference| over pairs
  for (let i = 0; i < all; i++) for (let j = 0; j < i; j++) right += Math.abs((values[i] as number) - (values[j] as number));
  let best = { at: 0, distance: 0 };
  for (let m = 1; m <= all - shortest; m++) {
    const moved = values[m - 1] as number;
    let [toLeft, toRight] = [0, 0];
    for (let i = 0; i < m - 1; i++) toLeft += Math.abs(moved - (values[i] as number));
    for (let i = m; i < all; i++) toRight += Math.abs(moved - (values[i] as number));
    left += toLeft;
    right -= toRight;
    between += toRight - toLeft;
    const n = all - m;
    if (m < shortest) continue;
    const pairs = (count: number): number => Math.max(1, (count * (count - 1)) / 2);
    const distance = ((m * n) / (m + n)) * ((2 * between) / (m * n) - left / pairs(m) - right / pairs(n));
    if (distance > best.distance) best = { at: m, distance };
  }
  return best;
}

/** Every order equally likely (R. A. Fisher, F. Yates 1938). */
function shuffle(values: Float64Array, random: () => number): void {
  for (let i = values.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [values[i], values[j]] = [values[j] as number, values[i] as number];
  }
}
