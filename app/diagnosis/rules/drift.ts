import type { Evidence } from "../../model/finding.ts";
import { counted, percent } from "../numbers.ts";
import { absent, contradicts, noData, type Rule, suggested, supports } from "../rule.ts";
import { driftsOf, FEWEST_BINS, type LevelDrift } from "../steadiness.ts";

/**
 * The target gets slower while it is measured, at the same load. Getting faster is what the warm-up rule looks at.
 *
 *   X |''''--....__          drift           X |  __.....----   warm-up
 *     +------------- t                         +------------- t
 */
export const drift: Rule = {
  id: "drift",
  title: "Slower and slower under the same load",
  severity: "warning",
  explanation:
    "Within a level, where nothing about the load changes, throughput falls or latency rises: memory that leaks, a table or a log that grows, a disk that fills, a CPU that gets hot, a burst allowance that is used up. Levels measured later then look worse whatever their load. Confused with: another program that started meanwhile.",
  advice: ["Measure one level for minutes, and watch the target's memory.", "Run the levels in a random order: --shuffle."],
  judge({ usable }) {
    const judged = usable.filter(({ measuredSeconds }) => measuredSeconds >= FEWEST_BINS);
    if (judged.length === 0) return noData(`levels of ${FEWEST_BINS} s or more`);
    const worse = judged.flatMap((level) => {
      const [worst] = driftsOf(level)
        .filter(isWorse)
        .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change));
      return worst === undefined ? [] : [{ level, worst }];
    });
    const [first, ...others] = worse.toSorted((a, b) => Math.abs(b.worst.change) - Math.abs(a.worst.change));
    if (first === undefined)
      return absent({ metric: "driftOverLevel", observed: 0, expected: "above 5 %", text: "No level gets slower beyond noise and 5 %." });
    const { level, worst } = first;
    const what = worst.metric === "throughput" ? "throughput falls" : "the median latency rises";
    const where = counted(level.connections, "connection");
    return {
      outcome: "present",
      confidence: others.length > 0 ? 0.9 : 0.7, // one level may have met something that passed by
      levels: worse.map(({ level: { index } }) => index),
      summary: `At ${where} ${what} by ${percent(Math.abs(worst.change))} in ${Math.round(level.measuredSeconds)} s of the same load${others.length === 0 ? "" : `, and ${counted(others.length, "other level")} got slower too`}.`,
      evidence: [
        supports({
          metric: worst.metric === "throughput" ? "throughputChange" : "medianLatencyChange",
          observed: worst.change,
          expected: "within 5 %, or noise",
          text: `Along a robust line ${what} by ${percent(Math.abs(worst.change))} (Mann-Kendall p = ${worst.probability < 0.001 ? "below 0.001" : worst.probability.toFixed(3)}).`,
        }),
        consensusFact(worst),
      ],
      experiments: [
        suggested(
          "repeat-first",
          "Run the first level again at the end (--repeat-first): if it is slower than before, time did it, not load.",
        ),
      ],
    };
  },
};

/** Robust against up to half of the seconds, where the robust line above stands a quarter. */
function consensusFact({ consensus: { change, share }, change: trend }: LevelDrift): Evidence {
  const agrees = Math.sign(change) === Math.sign(trend) && share > 0.5;
  const fact = {
    metric: "consensusChange",
    observed: change,
    expected: "the same direction, from most seconds",
    text: `The line that most seconds agree on (RANSAC, ${percent(share)} of them) ${change < 0 ? "falls" : "rises"} by ${percent(Math.abs(change))}.`,
  };
  return agrees ? supports(fact) : contradicts(fact);
}

const isWorse = ({ metric, change }: LevelDrift): boolean => (metric === "throughput" ? change < 0 : change > 0);
