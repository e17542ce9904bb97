import { relativeSpread } from "../../statistics/moments.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { counted, digits, percent } from "../numbers.ts";
import type { Observations } from "../observe.ts";
import { absent, type Judgement, noData, type Rule, suggested, supports } from "../rule.ts";

const DISAGREE_SHARE = 0.1; // of their mean: repeats of a benchmark on a quiet machine agree to 5 %
const SCATTER_SHARE = 0.15; // between the levels of a plateau, which should all be the same; also what a plateau may usually spread by
const REPEATS_CONFIDENCE = 0.9;
const SCATTER_CONFIDENCE = 0.6; // a plateau may have a shape of its own

/** The same load gave different numbers: differences between levels may be as little true. */
export const noisy: Rule = {
  id: "noisy",
  title: "The same load gives different numbers",
  severity: "warning",
  explanation:
    "A level that was run again came out different by more than its own scatter explains, or the levels of a plateau lie far apart in no order. Something changes that is not the load: other programs, a shared host's neighbours, the CPU's frequency, a background job of the target. No difference between levels that is smaller than this can be believed. Confused with: a drift (every repeat is slower than the one before), and a target that had not warmed up (the first is the slowest).",
  advice: [
    "Close other programs, fix the CPU's frequency, plug the machine in; or measure on one that is yours alone.",
    "Measure longer, and each level more than once: --shuffle, --repeat-first.",
  ],
  judge(o) {
    const [worst] = o.repeats.toSorted((a, b) => rateSpread(b) - rateSpread(a));
    return worst === undefined ? byPlateau(o) : byRepeats(o, worst);
  },
};

function byRepeats(o: Observations, worst: readonly LevelSummary[]): Judgement {
  const rates = worst.map(({ throughputRps }) => throughputRps);
  const where = counted(worst[0]?.connections ?? 0, "connection");
  const fact = {
    metric: "repeatSpread",
    observed: rateSpread(worst),
    expected: `above ${DISAGREE_SHARE}, with intervals apart`,
    text: `${counted(worst.length, "run")} at ${where} gave ${rates.map(digits).join(", ")} requests/s.`,
  };
  if (rateSpread(worst) <= DISAGREE_SHARE || !areApart(worst)) return absent(fact);
  return {
    outcome: "present",
    confidence: REPEATS_CONFIDENCE,
    levels: worst.map(({ index }) => index),
    summary: `${fact.text} They differ by ${percent(rateSpread(worst))} under the same load: no smaller difference between levels can be believed.`,
    evidence: [supports(fact)],
    experiments: [
      suggested(
        "repeat-first",
        o.plan.repeatFirst ? "Run the session again when the machine is quiet." : "Run the first level again at the end.",
      ),
    ],
  };
}

function byPlateau({ plateau, crowded }: Observations): Judgement {
  if (plateau === null || crowded.length < 3) return noData("a level that was run twice (--repeat-first), or three on a plateau");
  const fact = {
    metric: "plateauSpread",
    observed: rateSpread(crowded),
    expected: `above ${SCATTER_SHARE}`,
    text: `The levels of the plateau lie ${percent(rateSpread(crowded))} apart.`,
  };
  if (rateSpread(crowded) <= SCATTER_SHARE) return absent(fact);
  return {
    outcome: "present",
    confidence: SCATTER_CONFIDENCE,
    summary: `${fact.text} Where throughput does not depend on the load they should be the same: something else changes it.`,
    evidence: [supports(fact)],
    experiments: [suggested("repeat-first", "Run the first level again at the end: its two numbers show how much is noise.")],
  };
}

const rateSpread = (levels: readonly LevelSummary[]): number => relativeSpread(levels.map(({ throughputRps }) => throughputRps));

/** Does the interval of the slowest end before that of the fastest begins? */
function areApart(levels: readonly LevelSummary[]): boolean {
  const [slowest, ...faster] = levels.toSorted((a, b) => a.throughputRps - b.throughputRps);
  const fastest = faster.at(-1);
  return slowest !== undefined && fastest !== undefined && slowest.throughputInterval.high < fastest.throughputInterval.low;
}
