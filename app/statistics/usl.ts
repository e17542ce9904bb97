import { PlateauError } from "../model/errors.ts";
import type { Estimate } from "../model/finding.ts";
import { type Curve, fitCurve } from "./leastSquares.ts";
import { mean } from "./moments.ts";
import { tFactor95 } from "./studentT.ts";
import type { Point } from "./twoSegment.ts";

/**
 * Universal Scalability Law: X(N) = lambda N / (1 + alpha (N - 1) + beta N (N - 1)), N connections. Numbers with their 95 % intervals;
 * a parameter held at the edge of what it may be has an interval of no width.
 */
export interface Usl {
  readonly lambdaRps: Estimate; // throughput of one connection
  readonly alpha: Estimate; // contention: share of the work done one at a time, 0..1
  readonly beta: Estimate; // coherency: cost of agreement between each two, >= 0; only this makes throughput fall
  readonly peakConnections: number; // where throughput is highest; Infinity when beta is 0
  readonly peakRps: number; // there; when beta is 0 the limit
  readonly limitRps: number; // lambda / alpha, what Amdahl's law alone would allow; Infinity when alpha is 0
  readonly r2: number; // share of the variance of throughput explained
  readonly residualStandardError: number; // of throughput: as a share of it, or in requests/s with equal weights
}

/** Parameters as plain numbers. */
export interface UslParameters {
  readonly lambdaRps: number;
  readonly alpha: number;
  readonly beta: number;
}

export const FEWEST_LEVELS = 6; // distinct N: three parameters and as many to tell whether they fit (codahale/usl)

/** Throughput at N connections, requests/s. */
export function uslThroughput({ lambdaRps, alpha, beta }: UslParameters, connections: number): number {
  return (lambdaRps * connections) / (1 + alpha * (connections - 1) + beta * connections * (connections - 1));
}

/** Connections at which throughput is highest, sqrt((1 - alpha) / beta), at least 1; Infinity when beta is 0. */
export function peakConnections({ alpha, beta }: Pick<UslParameters, "alpha" | "beta">): number {
  return beta === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.sqrt((1 - alpha) / beta));
}

/**
 * Fits the law by weighted least squares with 0 <= alpha <= 1, beta >= 0 and lambda > 0. Weights: "relative" for measured rates, whose error grows
 * with the rate; "equal" as in the R package usl. When the free fit breaks a bound, the parameter is held there and the rest fitted
 * again. Intervals are Student's with n - 3 degrees of freedom (n - 2 with one parameter held).
 *
 * Source: N. J. Gunther, Guerrilla Capacity Planning (2007). Not to be trusted beyond twice the largest N.
 * @throws PlateauError VALUE_OUT_OF_RANGE below 6 distinct numbers of connections, or with a point that is not positive
 */
export function fitUsl(points: readonly Point[], weights: "relative" | "equal" = "relative"): Usl {
  const distinct = new Set(points.map(({ connections }) => connections)).size;
  if (distinct < FEWEST_LEVELS || points.some((p) => !(p.connections > 0 && p.throughputRps > 0))) {
    throw new PlateauError("VALUE_OUT_OF_RANGE", `a scalability fit needs ${FEWEST_LEVELS} levels above zero; got ${distinct}`);
  }
  const { free, parameters, standardErrors, residualStandardError } = bestFit(points, weights);
  const factor = tFactor95(points.length - free.length);
  const estimate = (name: Name): Estimate => {
    const value = parameters[name];
    const index = free.indexOf(name);
    const half = index === -1 ? 0 : factor * (standardErrors[index] as number);
    return { value, low: value - half, high: value + half };
  };
  const peak = peakConnections(parameters);
  const limitRps = parameters.alpha === 0 ? Number.POSITIVE_INFINITY : parameters.lambdaRps / parameters.alpha;
  return {
    lambdaRps: estimate("lambdaRps"),
    alpha: estimate("alpha"),
    beta: estimate("beta"),
    peakConnections: peak,
    peakRps: Number.isFinite(peak) ? uslThroughput(parameters, peak) : limitRps,
    limitRps,
    r2: explained(points, (n) => uslThroughput(parameters, n)),
    residualStandardError,
  };
}

/** Amdahl's law, beta = 0, fitted to relative errors: growth that slows down and never falls. */
export function fitAmdahl(points: readonly Point[]): UslParameters {
  const fits = [{ beta: 0 }, { alpha: 0, beta: 0 }, { alpha: 1, beta: 0 }].map((held) => fitHeld(points, "relative", held));
  return fits.filter(isFeasible).reduce((best, fit) => (fit.sumOfSquares < best.sumOfSquares ? fit : best)).parameters;
}

type Name = keyof UslParameters;
type Held = Partial<Record<"alpha" | "beta", number>>;
interface Fit {
  readonly free: readonly Name[];
  readonly parameters: UslParameters;
  readonly standardErrors: readonly number[]; // of the free ones
  readonly sumOfSquares: number;
  readonly residualStandardError: number;
}

/** The free fit when it keeps the bounds; else the best of those with one or both parameters on a bound. */
function bestFit(points: readonly Point[], weights: "relative" | "equal"): Fit {
  const free = fitHeld(points, weights, {});
  if (isFeasible(free)) return free;
  const edges: Held[] = [{ beta: 0 }, { alpha: 0 }, { alpha: 1 }, { alpha: 0, beta: 0 }, { alpha: 1, beta: 0 }];
  const feasible = edges.map((held) => fitHeld(points, weights, held)).filter(isFeasible);
  return feasible.reduce((best, fit) => (fit.sumOfSquares < best.sumOfSquares ? fit : best));
}

const isFeasible = ({ parameters: { lambdaRps, alpha, beta } }: Fit): boolean => lambdaRps > 0 && alpha >= 0 && alpha <= 1 && beta >= 0;

const STARTS = [
  [0.1, 0.01],
  [0.01, 1e-4],
] as const; // alpha, beta: the first is what others start from; the least sum of squares of all wins

/** Least squares with some parameters held. With d = 1 + alpha (N - 1) + beta N (N - 1): dX/dlambda = N/d, dX/dalpha = -lambda N (N - 1)/d², dX/dbeta = N dX/dalpha. */
function fitHeld(points: readonly Point[], weights: "relative" | "equal", held: Held): Fit {
  const free = (["lambdaRps", "alpha", "beta"] as const).filter((name) => name === "lambdaRps" || held[name] === undefined);
  const named = (values: readonly number[]): UslParameters => {
    const of = (name: Name): number => values[free.indexOf(name)] as number;
    return { lambdaRps: of("lambdaRps"), alpha: held.alpha ?? of("alpha"), beta: held.beta ?? of("beta") };
  };
  const curve: Curve = {
    value: (n, values) => uslThroughput(named(values), n),
    gradient: (n, values) => {
      const { lambdaRps, alpha, beta } = named(values);
      const d = 1 + alpha * (n - 1) + beta * n * (n - 1);
      const byAlpha = (-lambdaRps * n * (n - 1)) / (d * d);
      const all = { lambdaRps: n / d, alpha: byAlpha, beta: n * byAlpha };
      return free.map((name) => all[name]);
    },
  };
  const observations = points.map(({ connections, throughputRps }) => ({
    x: connections,
    y: throughputRps,
    weight: weights === "equal" ? 1 : throughputRps ** -2,
  }));
  const lambdaRps = Math.max(...points.map((p) => p.throughputRps / p.connections));
  const fits = STARTS.map(([alpha, beta]) => {
    const start = { lambdaRps, alpha, beta };
    return fitCurve(
      curve,
      observations,
      free.map((name) => start[name]),
    );
  });
  const fit = fits.reduce((best, other) => (other.sumOfSquares < best.sumOfSquares ? other : best));
  return { ...fit, free, parameters: named(fit.parameters) };
}

function explained(points: readonly Point[], predict: (connections: number) => number): number {
  const centre = mean(points.map((p) => p.throughputRps));
  const total = points.reduce((sum, p) => sum + (p.throughputRps - centre) ** 2, 0);
  const left = points.reduce((sum, p) => sum + (p.throughputRps - predict(p.connections)) ** 2, 0);
  return total === 0 ? 1 : 1 - left / total;
}
