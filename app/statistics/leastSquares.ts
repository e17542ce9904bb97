import { PlateauError } from "../model/errors.ts";

/** A curve with parameters; `gradient`: its derivative by each of them. */
export interface Curve {
  readonly value: (x: number, parameters: readonly number[]) => number;
  readonly gradient: (x: number, parameters: readonly number[]) => readonly number[];
}

export interface Observation {
  readonly x: number;
  readonly y: number;
  readonly weight: number; // 1 / variance of y, up to a factor common to all
}

export interface CurveFit {
  readonly parameters: readonly number[];
  readonly sumOfSquares: number; // weighted
  readonly residualStandardError: number; // its root over observations - parameters; NaN when there are no more observations than parameters
  readonly standardErrors: readonly number[];
}

const ITERATIONS = 100;
const SMALLEST_GAIN = 1e-13; // relative; a step that gains less is the last
const HARDEST_DAMPING = 1e9;

/**
 * Nonlinear weighted least squares (K. Levenberg 1944; D. W. Marquardt, SIAM Journal 11, 1963): a step solves (J'WJ + d diag(J'WJ)) s = J'W r; the damping
 * d falls when the step helps and grows until it does. Standard errors from s² (J'WJ)^-1. For a handful of parameters.
 * @throws PlateauError VALUE_OUT_OF_RANGE with fewer observations than parameters
 */
export function fitCurve(curve: Curve, observations: readonly Observation[], start: readonly number[]): CurveFit {
  if (observations.length < start.length) {
    throw new PlateauError("VALUE_OUT_OF_RANGE", `${start.length} parameters need as many observations; got ${observations.length}`);
  }
  let parameters = start;
  let error = sumOfSquares(curve, observations, parameters);
  let damping = 1e-3;
  for (let i = 0; i < ITERATIONS && damping < HARDEST_DAMPING; i++) {
    const { matrix, slope } = normalEquations(curve, observations, parameters);
    const damped = matrix.map((row, a) => row.map((value, b) => (a === b ? value * (1 + damping) : value)));
    const step = solved(damped, slope);
    const next = parameters.map((value, p) => value + (step?.[p] ?? 0));
    const better = step === null ? Number.POSITIVE_INFINITY : sumOfSquares(curve, observations, next);
    if (!(better < error)) {
      damping *= 10;
      continue;
    }
    const gain = error - better;
    [parameters, error] = [next, better];
    damping /= 10;
    if (gain <= SMALLEST_GAIN * error) break;
  }
  const freedom = observations.length - start.length;
  const variance = freedom > 0 ? error / freedom : Number.NaN;
  const { matrix } = normalEquations(curve, observations, parameters);
  const standardErrors = parameters.map((_, p) => {
    const column = solved(
      matrix,
      matrix.map((_, row) => (row === p ? 1 : 0)),
    );
    return column === null ? Number.NaN : Math.sqrt(variance * (column[p] as number));
  });
  return { parameters, sumOfSquares: error, residualStandardError: Math.sqrt(variance), standardErrors };
}

function sumOfSquares(curve: Curve, observations: readonly Observation[], parameters: readonly number[]): number {
  return observations.reduce((sum, { x, y, weight }) => sum + weight * (y - curve.value(x, parameters)) ** 2, 0);
}

/** J'WJ and J'W(y - f). */
function normalEquations(
  curve: Curve,
  observations: readonly Observation[],
  parameters: readonly number[],
): { matrix: number[][]; slope: number[] } {
  const matrix = parameters.map(() => parameters.map(() => 0));
  const slope = parameters.map(() => 0);
  for (const { x, y, weight } of observations) {
    const gradient = curve.gradient(x, parameters);
    const residual = y - curve.value(x, parameters);
    for (const [a, da] of gradient.entries()) {
      (slope[a] as number) += weight * da * residual;
      for (const [b, db] of gradient.entries()) ((matrix[a] as number[])[b] as number) += weight * da * db;
    }
  }
  return { matrix, slope };
}

/** Solves a symmetric system by elimination with pivots, after scaling its diagonal to 1: parameters differ by orders of magnitude. Null when singular. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): number[] | null {
  const scale = matrix.map((row, i) => Math.sqrt(row[i] as number));
  if (scale.some((value) => !(value > 0 && Number.isFinite(value)))) return null;
  const rows = matrix.map((row, i) => [
    ...row.map((value, j) => value / ((scale[i] as number) * (scale[j] as number))),
    (right[i] as number) / (scale[i] as number),
  ]);
  const n = rows.length;
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let i = column + 1; i < n; i++) if (Math.abs(cell(rows, i, column)) > Math.abs(cell(rows, pivot, column))) pivot = i;
    if (Math.abs(cell(rows, pivot, column)) < 1e-14) return null;
    [rows[column], rows[pivot]] = [rows[pivot] as number[], rows[column] as number[]];
    for (let i = 0; i < n; i++) {
      if (i === column) continue;
      const factor = cell(rows, i, column) / cell(rows, column, column);
      for (let j = column; j <= n; j++) ((rows[i] as number[])[j] as number) -= factor * cell(rows, column, j);
    }
  }
  return rows.map((row, i) => (row[n] as number) / (row[i] as number) / (scale[i] as number));
}

const cell = (rows: readonly number[][], i: number, j: number): number => (rows[i] as number[])[j] as number;
