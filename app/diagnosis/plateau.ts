import type { Estimate, Plateau } from "../model/finding.ts";
import { sameThinkTime } from "../model/thinkTime.ts";
import { meanInterval, product, relativeError } from "../statistics/interval.ts";
import { mean } from "../statistics/moments.ts";
import { meanThinkTimeMs } from "../statistics/thinkTimeDistribution.ts";
import { fitTwoSegment, linearAicc, type Point } from "../statistics/twoSegment.ts";
import type { LevelSummary } from "./levelSummary.ts";

/** How throughput answers to more connections. */
export type Shape =
  | "flat" // stops growing, and stays
  | "growing" // close to the straight line up to the last level
  | "bending" // grows less and less, but has not stopped
  | "falling" // has a peak, and drops behind it
  | "unknown"; // too little to tell

const FLAT_SPREAD = 0.15; // levels on one plateau differ by less; a doubling that gains this little is no growth
const LONG_FLAT_SPREAD = 0.3; // of a plateau so long that growth would have shown: a computing target's speed wanders by this on a shared machine
const LONG_FLAT_LEVELS = 4;
const LONG_FLAT_RANGE = 8; // connections grow this much along it
const FLAT_GAIN = 1.25; // the last level may not, at the edge of its interval, have gained this much; of a long plateau its later half
const FLAT_RANGE = 1.5; // connections must grow this much along the plateau, or "flat" was never tried
const STRAIGHT_SHARE = 0.8; // of what the straight line through the first level promises: still growing
const FALL_SHARE = 0.85; // below this share of the peak, beyond the noise, throughput has fallen
const DEEP_FALL_SHARE = 0.75; // and below this whatever its seconds scatter by: three of them have an interval that excludes nothing

/**
 * The levels that one curve of throughput against connections can be drawn through, by rising connections: of the closed model,
 * with the same think time (the shortest: its users press hardest), each number of connections once (the later run of it wins).
 */
export function byConnections(levels: readonly LevelSummary[]): LevelSummary[] {
  const closed = levels.filter((level) => level.open === null);
  const shortestMs = Math.min(...closed.map((level) => meanThinkTimeMs(level.thinkTime)));
  const thinkTime = closed.find((level) => meanThinkTimeMs(level.thinkTime) === shortestMs)?.thinkTime;
  const same = closed.filter((level) => thinkTime !== undefined && sameThinkTime(level.thinkTime, thinkTime));
  const latest = new Map(same.map((level) => [level.connections, level]));
  return [...latest.values()].sort((a, b) => a.connections - b.connections);
}

export function shapeOf(levels: readonly LevelSummary[], plateau: Plateau | null): Shape {
  const [first] = levels;
  const last = levels.at(-1);
  if (plateau !== null) return "flat";
  if (first === undefined || last === undefined || levels.length < 3 || first.throughputRps === 0) return "unknown";
  const peak = levels.reduce((best, level) => (level.throughputRps > best.throughputRps ? level : best));
  const { value, high } = last.throughputInterval;
  if (high < FALL_SHARE * peak.throughputRps || value < DEEP_FALL_SHARE * peak.throughputRps) return "falling";
  const promised = (first.throughputRps / first.connections) * last.connections;
  return last.throughputRps >= STRAIGHT_SHARE * promised ? "growing" : "bending";
}

/**
 * The longest run of levels up to the last one on which throughput stays the same:
 * all within FLAT_SPREAD, no slope hidden in the noise, over a range of connections worth the name.
 *
 *   X |      ____________  plateau          X |          .'   still growing: null
 *     |    /                                  |       .'
 *     |  /  <- knee                           |    .'
 *     +------------------ N                   +------------- N
 */
export function findPlateau(levels: readonly LevelSummary[]): Plateau | null {
  for (let from = 0; from < levels.length - 1; from++) {
    const candidate = levels.slice(from);
    if (isFlat(candidate)) return describe(levels, candidate);
  }
  return null;
}

function isFlat(levels: readonly LevelSummary[]): boolean {
  const first = levels[0] as LevelSummary;
  const last = levels.at(-1) as LevelSummary;
  const rates = levels.map((level) => level.throughputRps);
  if (Math.min(...rates) <= 0 || last.connections < FLAT_RANGE * first.connections) return false;
  const long = levels.length >= LONG_FLAT_LEVELS && last.connections >= LONG_FLAT_RANGE * first.connections;
  if (Math.max(...rates) / Math.min(...rates) > 1 + (long ? LONG_FLAT_SPREAD : FLAT_SPREAD)) return false;
  const mostOfLast = long ? mean(rates.slice(Math.ceil(rates.length / 2))) : last.throughputInterval.high; // many levels say more than the seconds of one
  return mostOfLast < FLAT_GAIN * first.throughputRps;
}

function describe(all: readonly LevelSummary[], flat: readonly LevelSummary[]): Plateau {
  const throughputRps = plateauThroughput(flat);
  const before = all.slice(0, all.length - flat.length);
  const first = all[0] as LevelSummary;
  const riser = before[0] ?? (first.connections === 1 ? first : null); // below the knee, or one request at a time
  const knee = riser === null ? null : product(throughputRps, reciprocalSlope(riser));
  return { from: flat[0]?.index ?? 0, levels: flat.map((level) => level.index), throughputRps, knee };
}

/** Mean over the plateau; its interval holds the scatter between levels and the noise within them. */
function plateauThroughput(flat: readonly LevelSummary[]): Estimate {
  const value = mean(flat.map((level) => level.throughputRps));
  const between = flat.length > 2 ? relativeError(meanInterval(flat.map((level) => level.throughputRps))) : 0;
  const within = mean(flat.map((level) => relativeError(level.throughputInterval))) / Math.sqrt(flat.length);
  const half = value * Math.max(between, within);
  return { value, low: value - half, high: value + half };
}

/** N / X of one level: the time one request and its think time take when nothing waits, R + Z (Little's law), s. */
function reciprocalSlope({ connections, throughputRps, throughputInterval }: LevelSummary): Estimate {
  const value = connections / throughputRps;
  const half = value * relativeError(throughputInterval);
  return { value, low: value - half, high: value + half };
}

/** Do the points have a corner? Difference of AICc, line minus two segments: above 4 the corner is real (Burnham & Anderson 2002). Null below 5 levels. */
export function cornerEvidence(levels: readonly LevelSummary[]): { gain: number; kneeConnections: number } | null {
  const points: Point[] = levels.filter((level) => level.throughputRps > 0);
  if (points.length < 5) return null;
  const fit = fitTwoSegment(points);
  return { gain: linearAicc(points) - fit.aicc, kneeConnections: fit.kneeConnections };
}
