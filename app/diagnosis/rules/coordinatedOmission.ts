import { median } from "../../statistics/quantile.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { counted, digits, percent } from "../numbers.ts";
import { absent, noData, type Rule, suggested, supports } from "../rule.ts";
import { goodRps } from "../secondBin.ts";

const FEWEST_SECONDS = 5; // a usual second must be told from one that is not
const STALLED_SHARE = 0.2; // of the usual throughput: in that second the target hardly answered
const WORSE = 2; // corrected p99 over the one that was measured; a queue's own spread makes 1.1 of it
const MOST_STEPS = 10_000; // of the correction, per latency: bounds its time

/** The target stood still, and so did the users who would have noticed: percentiles leave the stall out. */
export const coordinatedOmission: Rule = {
  id: "coordinated-omission",
  title: "The percentiles hide a stall",
  severity: "warning",
  explanation:
    "While the target stands still, every connection waits for one answer and sends nothing: a stall of a second counts as one slow request per connection, however many would have been sent in that second. Percentiles then look fine though nobody was served. Users who arrive whether or not others were answered would all have waited (Gil Tene calls the omission coordinated). The corrected percentiles count the requests that were due meanwhile. Throughput and means of the level stay right for a closed system of so many users.",
  advice: [
    "Measure latency at a fixed rate (--rate) of some 70 % of the highest throughput: it counts from the time a request was due.",
    "Find the stall: collection of garbage, a checkpoint, a lock held over a slow call, a machine that slept.",
  ],
  judge({ usable }) {
    const judged = usable.filter(({ perSecond, latencies }) => perSecond.length >= FEWEST_SECONDS && latencies.count > 0);
    if (judged.length === 0) return noData(`levels of ${FEWEST_SECONDS} s or more`);
    const slowest = judged.map((level) => ({ level, ...stallsOf(level) }));
    const least = slowest.reduce((a, b) => (b.share < a.share ? b : a));
    const fact = {
      metric: "slowestSecondShare",
      observed: least.share,
      expected: `below ${STALLED_SHARE}`,
      text: `The slowest second, at ${counted(least.level.connections, "connection")}, has ${percent(least.share)} of the usual throughput.`,
    };
    const stalled = slowest.filter(({ share }) => share < STALLED_SHARE).map((each) => ({ ...each, p99Ms: correctedP99Ms(each.level) }));
    if (stalled.length === 0) return absent(fact);
    const worse = ({ level, p99Ms }: (typeof stalled)[number]): number => p99Ms / level.latencyMs.p99;
    const worst = stalled.reduce((a, b) => (worse(b) > worse(a) ? b : a));
    const { level, p99Ms } = worst;
    const hidden = {
      metric: "correctedOverMeasuredP99",
      observed: worse(worst),
      expected: `${WORSE} or more`,
      text: `p99 is ${digits(level.latencyMs.p99)} ms as measured, and ${digits(p99Ms)} ms for users who do not wait for one another.`,
    };
    if (worse(worst) < WORSE) return absent(hidden);
    return {
      outcome: "present",
      confidence: 0.9,
      levels: stalled.filter((each) => worse(each) >= WORSE).map((each) => each.level.index),
      summary: `At ${counted(level.connections, "connection")} the target hardly answered in ${worst.seconds} of ${level.perSecond.length} seconds, and few requests noticed: ${hidden.text}`,
      evidence: [supports(fact), supports(hidden)],
      experiments: [
        suggested("open-loop-at-0.7", "Send arrivals at 0.7 of the highest throughput: the stall shows in the percentiles then."),
      ],
    };
  },
};

/** The share of the usual throughput that the slowest second has, and in how many seconds it was as slow. */
function stallsOf({ perSecond }: LevelSummary): { share: number; seconds: number } {
  const rates = perSecond.map(goodRps);
  const usual = median(rates);
  if (usual === 0) return { share: 1, seconds: 0 };
  return { share: Math.min(...rates) / usual, seconds: rates.filter((rate) => rate < STALLED_SHARE * usual).length };
}

/** As users would see it who send at the pace that most answers allow. */
function correctedP99Ms({ latencies, latencyMs: { p50 }, thinkTimeMs }: LevelSummary): number {
  const paceUs = Math.max(1000 * (p50 + (thinkTimeMs ?? 0)), latencies.maxUs / MOST_STEPS);
  return latencies.correctedFor(paceUs).quantile(0.99) / 1000;
}
