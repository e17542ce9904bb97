import { mean, standardDeviation } from "../../statistics/moments.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { counted, percent } from "../numbers.ts";
import { absent, noData, type Rule, supports } from "../rule.ts";
import { goodRps } from "../secondBin.ts";

const FEWEST_BINS = 6; // a third of the window must be two seconds or more
const CHANGE_SHARE = 0.1; // of throughput: smaller changes do not matter to a verdict
const STANDARD_ERRORS = 3; // and it must not be noise

/** The target was still getting faster when measuring began: caches, compilers, pools filling. */
export const warmup: Rule = {
  id: "warmup",
  title: "Not warm yet when measured",
  severity: "warning",
  explanation:
    "Throughput rises during the measured window: just-in-time compilation, caches and pools were still filling. The level's means mix cold and warm. Confused with: a neighbour that stopped, and a limiter's burst (there throughput falls).",
  advice: ["Raise --warmup.", "Repeat the first level at the end and compare."],
  judge({ usable }) {
    const judged = usable.flatMap((level) => rise(level) ?? []);
    if (judged.length === 0) return noData(`levels of ${FEWEST_BINS} s or more`);
    const rising = judged.filter(({ share, errors }) => share > CHANGE_SHARE && errors > STANDARD_ERRORS);
    const [most] = judged.toSorted((a, b) => b.share - a.share);
    const [worst] = rising.toSorted((a, b) => b.share - a.share);
    if (worst === undefined)
      return absent({
        metric: "throughputRise",
        observed: most?.share ?? 0,
        expected: `above ${CHANGE_SHARE}`,
        text: "Throughput does not rise within the levels beyond noise.",
      });
    return {
      outcome: "present",
      confidence: 0.8,
      levels: rising.map(({ level }) => level.index),
      summary: `Throughput rises by ${percent(worst.share)} during the measured window at ${counted(worst.level.connections, "connection")}: the target was not warm yet.`,
      evidence: [
        supports({
          metric: "throughputRise",
          observed: worst.share,
          expected: `below ${CHANGE_SHARE}`,
          text: `The last third of the window is ${percent(worst.share)} faster than the first.`,
        }),
      ],
    };
  },
};

/** How much faster the last third of the window is than the first, and by how many standard errors. Null when the window is too short. */
function rise(level: LevelSummary): { level: LevelSummary; share: number; errors: number } | null {
  const bins = level.perSecond.map(goodRps);
  if (bins.length < FEWEST_BINS || level.measuredSeconds < FEWEST_BINS || level.throughputRps === 0) return null;
  const third = Math.floor(bins.length / 3);
  const [first, last] = [bins.slice(0, third), bins.slice(-third)];
  const noise = Math.hypot(standardDeviation(first), standardDeviation(last), Math.sqrt(level.throughputRps) / 2) / Math.sqrt(third);
  const difference = mean(last) - mean(first);
  return { level, share: difference / level.throughputRps, errors: difference / noise };
}
