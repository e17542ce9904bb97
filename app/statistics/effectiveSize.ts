import type { Latencies } from "../model/tick.ts";
import { inefficiency } from "./autocorrelation.ts";
import { standardDeviation } from "./moments.ts";

const FEWEST_TICKS = 8; // fewer tell nothing of how their means hang together

/** How many independent values a series of dependent ones is worth: its length over its inefficiency (Geyer), 1..length. */
export function effectiveSize(values: readonly number[]): number {
  return values.length / inefficiency(values);
}

/**
 * How many independent latencies the latencies of a level are worth, given tick by tick in order: the variance of one latency over that of
 * their mean, which the ticks' means tell (batch means, with what correlation is left between them). Latencies of one moment share a queue: a
 * hundred thousand may be worth a hundred. All of them with fewer than 8 ticks.
 */
export function effectiveCount(ticks: readonly Pick<Latencies, "count" | "sumUs" | "sumOfSquaresUs2">[]): number {
  const full = ticks.filter(({ count }) => count > 0);
  const count = full.reduce((sum, tick) => sum + tick.count, 0);
  if (full.length < FEWEST_TICKS) return count;
  const overall = full.reduce((sum, tick) => sum + tick.sumUs, 0) / count;
  const variance = full.reduce((sum, tick) => sum + tick.sumOfSquaresUs2, 0) / count - overall ** 2;
  // The mean of a tick counts as often as it has latencies: its deviation is weighted by its share of them.
  const deviations = full.map((tick) => (full.length * (tick.sumUs - tick.count * overall)) / count);
  const ofMean = (standardDeviation(deviations) ** 2 / full.length) * inefficiency(deviations);
  return ofMean > 0 ? Math.max(1, Math.min(count, variance / ofMean)) : count;
}
