import type { Random } from "./random.ts";

/** Density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
}

/**
 * Probability that a standard normal variable is at most x; absolute error below 1e-13.
 *
 * The ratio (P(x) - 1/2) / density(x) = f(x) solves f' = 1 + x f, f(0) = 0; its Taylor series is x + x^3/3 + x^5/(3·5) + x^7/(3·5·7) + ...
 * (George Marsaglia, "Evaluating the Normal Distribution", Journal of Statistical Software 11(4), 2004). Beyond 8 the tail is below 1e-15.
 */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) throw new RangeError("the normal distribution is asked for a number; got NaN");
  if (x < -8) return 0;
  if (x > 8) return 1;
  let term = x;
  let sum = x;
  for (let i = 3; Math.abs(term) > 1e-17 * Math.abs(sum); i += 2) {
    term *= (x * x) / i;
    sum += term;
  }
  return 0.5 + sum * normalDensity(x);
}

/** The x that a standard normal variable stays below with probability p; by halving, so as exact as the distribution. @throws RangeError unless 0 < p < 1 */
export function normalQuantile(p: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a quantile of the normal distribution needs 0 < p < 1; got ${p}`);
  let [low, high] = [-9, 9];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** One standard normal number of two uniform ones (Box and Muller 1958). */
export function normalDraw(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
