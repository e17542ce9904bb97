import { mean } from "../statistics/moments.ts";
import { median } from "../statistics/quantile.ts";
import { ransacLine } from "../statistics/ransacLine.ts";
import { driftOf, mserCut } from "../statistics/steadyState.ts";
import type { LevelSummary } from "./levelSummary.ts";
import { remembered } from "./remembered.ts";
import { goodRps } from "./secondBin.ts";

/** A change within a level that is neither small nor noise. */
export interface LevelDrift {
  readonly metric: "throughput" | "latency"; // latency: the median
  readonly change: number; // over the window, as a share of the median; negative: it falls
  readonly probability: number; // that noise alone looks like this
  readonly consensus: Consensus; // a second opinion that up to half of the seconds may contradict
  readonly settledAfterSeconds: number | null; // of the window, where the level part begins; null: it never settles
}

/** The line most of the window's parts agree on. */
export interface Consensus {
  readonly change: number; // over the window, as a share of the median
  readonly share: number; // of the parts that lie near it, 0..1
}

const MOST_BINS = 60; // of a second or more, shorter ones follow one another too closely to be independent; pairs of bins are compared
export const FEWEST_BINS = 6; // five in order have a probability of 0.017: nothing could be told
const PROBABILITY = 0.01; // of a false alarm; two metrics of ten levels are looked at, and a change must be large as well
const CHANGE_SHARE = 0.05; // a smaller change is within what levels differ by anyway (a plateau may spread by 15 %)

/** What changes while a level is measured. Empty: it is steady, or too short to tell. */
export const driftsOf = remembered(lookForDrifts);

function lookForDrifts(level: LevelSummary): readonly LevelDrift[] {
  const bins = binsOf(level);
  if (bins.length < FEWEST_BINS) return [];
  const series = { throughput: bins.map(({ throughputRps }) => throughputRps), latency: bins.flatMap(({ medianMs }) => medianMs ?? []) };
  return (["throughput", "latency"] as const).flatMap((metric) => {
    const values = series[metric];
    if (values.length < FEWEST_BINS) return [];
    const drift = driftOf(values);
    if (drift === null || drift.probability >= PROBABILITY || Math.abs(drift.change) <= CHANGE_SHARE) return [];
    const cut = mserCut(values);
    const settles = cut > 0 && cut < values.length / 2;
    return [
      {
        metric,
        ...drift,
        consensus: consensusOf(values),
        settledAfterSeconds: settles ? (cut * level.measuredSeconds) / values.length : null,
      },
    ];
  });
}

function consensusOf(values: readonly number[]): Consensus {
  const { slope, inliers } = ransacLine([...values.keys()], values);
  return { change: (slope * (values.length - 1)) / median(values), share: inliers.length / values.length };
}

/** Equal parts of the window, of a second or more; a rest at the end that is shorter is left out. The median of several seconds is that of theirs. */
function binsOf({ perSecond }: LevelSummary): { throughputRps: number; medianMs: number | null }[] {
  const size = Math.max(1, Math.ceil(perSecond.length / MOST_BINS));
  return Array.from({ length: Math.floor(perSecond.length / size) }, (_, i) => {
    const part = perSecond.slice(i * size, (i + 1) * size);
    const medians = part.flatMap(({ p50Ms }) => p50Ms ?? []);
    return { throughputRps: mean(part.map(goodRps)), medianMs: medians.length === 0 ? null : median(medians) };
  });
}
