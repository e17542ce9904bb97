import { autocorrelation } from "./autocorrelation.ts";
import { mean } from "./moments.ts";
import { normalQuantile } from "./normalDistribution.ts";
import { quantile } from "./quantile.ts";
import { theilSen } from "./trend.ts";

/** Something that comes back. */
export interface Period {
  readonly periodSeconds: number;
  readonly depth: number; // how far the lowest part of the period lies below the usual, as a share of it, 0..1
  readonly correlation: number; // of the series with itself one period later, -1..1
}

const SIGNIFICANCE = 0.01; // of a false alarm in one series, over all periods looked for
const FEWEST_PERIODS = 3; // two dips are a chance
const SHORTEST_PERIOD = 4; // bins: below, phases cannot be told

/**
 * The period of a series of equal bins, like throughput per second; null when nothing comes back. Of all local maxima of the autocorrelation the
 * first that is significant, behind a lag at which the series no longer resembles itself: what merely wanders has none. The bounds are
 * Bartlett's, (1 + 2 · sum of r² up to that lag) / n (M. S. Bartlett, JRSS Supplement 8, 1946), for all lags together. A trend is taken out
 * first. The lag is refined by the multiples of the period that can be found.
 */
export function periodOf(values: readonly number[], binSeconds: number): Period | null {
  const most = Math.floor(values.length / FEWEST_PERIODS);
  if (most < SHORTEST_PERIOD) return null;
  const { slope } = theilSen([...values.keys()], values);
  const level = values.map((value, i) => value - slope * (i - (values.length - 1) / 2));
  const r = Array.from({ length: Math.min(values.length - 1, 2 * most + 1) }, (_, lag) => autocorrelation(level, lag));
  const at = (lag: number): number => r[lag] ?? Number.NEGATIVE_INFINITY;
  const factor = normalQuantile(1 - SIGNIFICANCE / most);
  let squares = 0; // of the lags before it parted: what follows is the period's own
  let parted = false;
  for (let lag = 1; lag <= most; lag++) {
    const bound = factor * Math.sqrt((1 + 2 * squares) / values.length);
    if (at(lag) < bound / 2) parted = true;
    if (!parted) squares += at(lag) ** 2;
    if (!parted || lag < SHORTEST_PERIOD || at(lag) <= bound || at(lag) < at(lag - 1) || at(lag) < at(lag + 1)) continue;
    const period = refined(at, lag, r.length - 1);
    return { periodSeconds: period * binSeconds, depth: depthOf(level, period), correlation: at(lag) };
  }
  return null;
}

/** The period in bins, finer than a bin: the farthest multiple at which the autocorrelation still has a maximum, over its number. */
function refined(at: (lag: number) => number, lag: number, last: number): number {
  let period = lag + offset(at, lag);
  for (let multiple = 2; multiple * period + 1 < last; multiple++) {
    const near = Math.round(multiple * period);
    const peak = [near - 1, near, near + 1].reduce((best, other) => (at(other) > at(best) ? other : best));
    if (at(peak) < at(lag) / 2) break;
    period = (peak + offset(at, peak)) / multiple;
  }
  return period;
}

/** Where the parabola through a maximum and its neighbours is highest, -1/2..1/2 from it. */
function offset(at: (lag: number) => number, lag: number): number {
  const [before, here, after] = [at(lag - 1), at(lag), at(lag + 1)];
  const bend = before - 2 * here + after;
  return bend < 0 && Number.isFinite(bend) ? Math.max(-0.5, Math.min(0.5, (before - after) / (2 * bend))) : 0;
}

/** The series folded at the period: the mean of its lowest phase against its upper quartile, which half of the phases may be below. */
function depthOf(values: readonly number[], period: number): number {
  const phases = Math.floor(period);
  const folded: number[][] = Array.from({ length: phases }, () => []);
  for (const [i, value] of values.entries()) folded[Math.floor(((i % period) / period) * phases)]?.push(value);
  const means = folded.filter((phase) => phase.length > 0).map(mean);
  const usual = quantile(means, 0.75);
  return usual <= 0 ? 0 : Math.min(1, Math.max(0, 1 - Math.min(...means) / usual));
}
