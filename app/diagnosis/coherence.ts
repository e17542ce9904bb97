import { inefficiency } from "../statistics/autocorrelation.ts";

/** How much a level's answers are worth: neighbours in time are alike, as one slow answer delays the next ones. */
export interface Coherence {
  readonly times: number; // coherence times in the window = latencies that are independent of one another
  readonly relativeError: number; // half the 95 % interval of the mean latency, as a share of it
}

/** What the latencies of a tick add up to. */
export interface LatencySum {
  readonly count: number;
  readonly sumUs: number;
}

const FEWEST_TICKS = 8; // below, the scatter of the ticks' means is not known to a factor of two
const MOST_PARTS = 240; // of the window; hours need no finer look

/**
 * Batch means: with N answers of variance v whose mean has the variance V, n = v / V of them are independent, at most N. V comes from
 * the ticks: sum over ticks of (latencies - answers * mean)², over N², times what neighbouring ticks have in common (inefficiency()).
 * Null with too little to tell.
 */
export function coherenceOf(ticks: readonly LatencySum[], stdevUs: number): Coherence | null {
  const size = Math.ceil(ticks.length / MOST_PARTS);
  const parts = Array.from({ length: Math.floor(ticks.length / size) }, (_, i) => together(ticks.slice(i * size, (i + 1) * size)));
  const answers = parts.reduce((sum, { count }) => sum + count, 0);
  const meanUs = parts.reduce((sum, { sumUs }) => sum + sumUs, 0) / answers;
  if (parts.length < FEWEST_TICKS || answers === 0 || meanUs === 0) return null;
  const residuals = parts.map(({ count, sumUs }) => sumUs - count * meanUs);
  const varianceOfMean = (residuals.reduce((sum, r) => sum + r * r, 0) / answers ** 2) * inefficiency(residuals);
  const times = varianceOfMean === 0 ? answers : Math.min(answers, stdevUs ** 2 / varianceOfMean);
  return { times, relativeError: (1.96 * Math.sqrt(varianceOfMean)) / meanUs };
}

function together(ticks: readonly LatencySum[]): LatencySum {
  return ticks.reduce((all, { count, sumUs }) => ({ count: all.count + count, sumUs: all.sumUs + sumUs }), { count: 0, sumUs: 0 });
}
