import { type Period, periodOf } from "../../statistics/periodicity.ts";
import { counted, digits, percent } from "../numbers.ts";
import { remembered } from "../remembered.ts";
import { absent, noData, type Rule, suggested, supports } from "../rule.ts";
import { goodRps } from "../secondBin.ts";

const SHORTEST_SECONDS = 12; // three periods of four seconds, the shortest that seconds can show
const DENT = 0.1; // of throughput, in the worst part of the period; a smaller one is of no interest
const SLOWED = 0.5; // of the pace of the slowest answers: those of a stall take twice as long, or longer
const AGREE = 0.15; // two levels tell the same period when theirs are as near as this
const AGREED = 0.9;
const ALONE = 0.7; // one level may have met it by chance

/**
 * Every so many seconds everything stands still.
 *
 *   X |''''. .''''. .''''. .''''    the same dent, again and again
 *     |    '.'    '.'    '.'
 *     +-------------------------- t
 */
export const periodicStall: Rule = {
  id: "periodic-stall",
  title: "It stalls at regular intervals",
  severity: "warning",
  explanation:
    "Throughput dips, or the slowest answers become much slower, every so many seconds: a garbage collector, a checkpoint or flush of a database, a cache that expires at once, a cron job, a health check that blocks, a quota that is refilled. Means over the level hide it; p99 tells that something happens, not that it happens by the clock. Confused with: a drift (it goes one way), and other programs with a rhythm of their own on the same machine.",
  advice: [
    "Look for what runs at that interval in the target, its database and its host: their logs, beside the times of the dips.",
    "Compare the interval with the collector's log, checkpoint settings and timers.",
  ],
  judge({ usable }) {
    const judged = usable.filter(({ perSecond, state }) => perSecond.length >= SHORTEST_SECONDS && state !== "running");
    if (judged.length === 0) return noData(`levels of ${SHORTEST_SECONDS} s or more: a period shows when it has come three times`);
    const found = judged.flatMap((level) => {
      const stall = stallOf(level);
      return stall === null ? [] : [{ level, ...stall }];
    });
    const [worst] = found.toSorted((a, b) => b.period.depth - a.period.depth);
    if (worst === undefined)
      return absent({
        metric: "periodSeconds",
        observed: "none",
        expected: "a steady one",
        text: "Nothing comes back at regular intervals within the levels.",
      });
    const { level, period, what } = worst;
    const agreeing = found.filter((each) => Math.abs(Math.log(each.period.periodSeconds / period.periodSeconds)) <= AGREE);
    const dip =
      what === "throughput"
        ? `throughput dips by ${percent(period.depth)}`
        : `the slowest answers take ${digits(1 / (1 - Math.min(period.depth, 0.999)))} times as long as usual`;
    return {
      outcome: "present",
      confidence: agreeing.length > 1 ? AGREED : ALONE,
      levels: agreeing.map((each) => each.level.index),
      summary: `Every ${digits(period.periodSeconds)} s ${dip} at ${counted(level.connections, "connection")}${agreeing.length > 1 ? `, and likewise on ${counted(agreeing.length - 1, "other level")}` : ""}.`,
      evidence: [
        supports({
          metric: "periodSeconds",
          observed: period.periodSeconds,
          expected: "a steady interval",
          text: `The level resembles itself ${digits(period.periodSeconds)} s later (autocorrelation ${period.correlation.toFixed(2)}).`,
        }),
        supports({
          metric: "stallDepth",
          observed: period.depth,
          expected: `${what === "throughput" ? DENT : SLOWED} or more`,
          text: `There ${dip}.`,
        }),
      ],
      experiments: [
        suggested(
          "longer-level",
          `Measure one level for ${Math.ceil(10 * period.periodSeconds)} s: ten periods show whether it goes by the clock or by the work done.`,
        ),
      ],
    };
  },
};

interface Stall {
  readonly period: Period;
  readonly what: "throughput" | "latency";
}

/** In throughput; or, where a stall is too short to dent a second, in the pace of each second's slowest answer. */
const stallOf = remembered(({ perSecond }): Stall | null => {
  const dents = periodOf(perSecond.map(goodRps), 1);
  if (dents !== null && dents.depth >= DENT) return { period: dents, what: "throughput" };
  const slowest = perSecond.flatMap(({ maxMs }) => (maxMs === null || maxMs === 0 ? [] : [1 / maxMs]));
  const slowed = slowest.length < perSecond.length ? null : periodOf(slowest, 1);
  return slowed !== null && slowed.depth >= SLOWED ? { period: slowed, what: "latency" } : null;
});
