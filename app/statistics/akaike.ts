import type { Point } from "./twoSegment.ts";

const SMALLEST_ERROR = 1e-6; // no measurement is better than 0.1 %; keeps the logarithm finite on exact data

/**
 * Akaike's criterion of a model of throughput, from relative residuals, with the small-sample term (C. M. Hurvich, C.-L. Tsai, Biometrika 76, 1989); one
 * parameter is added for the error's variance. Lower is better, by more than 4 clearly (K. P. Burnham, D. R. Anderson 2002). Only for models of the
 * same points. Infinity when there are too few points for so many parameters.
 */
export function aicc(points: readonly Point[], predict: (connections: number) => number, parameters: number): number {
  const n = points.length;
  const k = parameters + 1;
  const error = points.reduce((sum, p) => sum + ((p.throughputRps - predict(p.connections)) / p.throughputRps) ** 2, 0) / n;
  const small = n - k - 1 > 0 ? (2 * k * (k + 1)) / (n - k - 1) : Number.POSITIVE_INFINITY;
  return n * Math.log(Math.max(error, SMALLEST_ERROR)) + 2 * k + small;
}
