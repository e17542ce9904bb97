import { median } from "./quantile.ts";
import { seededRandom } from "./random.ts";
import type { Line } from "./trend.ts";

/** The straight line most points agree on. */
export interface RansacLine extends Line {
  readonly inliers: readonly number[]; // indices of the points within the tolerance
}

export interface RansacOptions {
  readonly tolerance?: number; // vertical distance of a point that still agrees; by default twice the deviation of y that its median absolute deviation tells
  readonly trials?: number;
  readonly seed?: number;
}

const TRIALS = 200; // with half of the points wild a pair is good with 1/4: all pairs of 200 bad with 1e-25
const MAD_TO_DEVIATION = 1.4826; // of a normal distribution

/**
 * Random sample consensus (M. A. Fischler, R. C. Bolles, Communications of the ACM 24, 1981): draws pairs of points, keeps the line through a pair
 * that most points lie near, and fits least squares to those. Holds with up to half of the points wild, where theilSen() holds up to 29 %.
 * The same seed gives the same line.
 * @throws RangeError unless two points have different x
 */
export function ransacLine(xs: readonly number[], ys: readonly number[], options: RansacOptions = {}): RansacLine {
  if (xs.length !== ys.length || new Set(xs).size < 2) {
    throw new RangeError(`a line needs two points or more with different x; got ${xs.length} x and ${ys.length} y`);
  }
  const { tolerance = usualTolerance(ys), trials = TRIALS, seed = 1 } = options;
  const random = seededRandom(seed, xs.length);
  const pick = (): number => Math.floor(random() * xs.length);
  const near = ({ slope, intercept }: Line): number[] =>
    [...xs.keys()].filter((i) => Math.abs((ys[i] as number) - intercept - slope * (xs[i] as number)) <= tolerance);
  let best: number[] = [];
  for (let trial = 0; trial < trials; ) {
    const [i, j] = [pick(), pick()];
    if (xs[i] === xs[j]) continue;
    trial++;
    const slope = ((ys[j] as number) - (ys[i] as number)) / ((xs[j] as number) - (xs[i] as number));
    const agreeing = near({ slope, intercept: (ys[i] as number) - slope * (xs[i] as number) });
    if (agreeing.length > best.length) best = agreeing;
  }
  return {
    ...leastSquares(
      best.map((i) => xs[i] as number),
      best.map((i) => ys[i] as number),
    ),
    inliers: best,
  };
}

function usualTolerance(ys: readonly number[]): number {
  const middle = median(ys);
  return 2 * MAD_TO_DEVIATION * median(ys.map((y) => Math.abs(y - middle)));
}

function leastSquares(xs: readonly number[], ys: readonly number[]): Line {
  const n = xs.length;
  const [x0, y0] = [xs.reduce((a, b) => a + b, 0) / n, ys.reduce((a, b) => a + b, 0) / n];
  const together = xs.reduce((sum, x, i) => sum + (x - x0) * ((ys[i] as number) - y0), 0);
  const alone = xs.reduce((sum, x) => sum + (x - x0) ** 2, 0);
  const slope = alone === 0 ? 0 : together / alone;
  return { slope, intercept: y0 - slope * x0 };
}
