import type { Evidence } from "../../model/finding.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { counted, digits, percent } from "../numbers.ts";
import { absent, type BottleneckRule, noData, suggested, supports } from "../rule.ts";
import { GENERATOR_BUSY_CORES, generatorFailed, generatorIsBusy, isCrowdedOut } from "../validity.ts";

const SURE = 0.95;
const LEAVES_ENOUGH = 0.4; // the levels it leaves speak for themselves
const OTHERS = 0.45; // neither generator nor target is the limit: nobody could measure on such a machine

/** Plateau itself is the limit. A gate: what the generator could not send, the target was never asked. */
export const generatorSaturated: BottleneckRule = {
  id: "generator-saturated",
  title: "The load generator is the limit",
  severity: "critical",
  explanation:
    "The program that makes the load has no time left: its thread uses a whole core, or wants one and does not get it. Throughput then goes flat for any target, and latencies hold the generator's own delay. Compare with a trivially cheap URL: the same throughput there means it is the generator. Confused with: a single-threaded target on the same machine (its own thread is the busy one), and cores that are simply full.",
  advice: [
    "Use more generator threads (--threads), or run the load from another machine.",
    "A target this fast is not what limits you at these rates.",
  ],
  judge({ levels, usable, plateau }) {
    if (levels.length === 0) return noData("a measured level");
    const failed = levels.filter(generatorFailed);
    const busy = levels.filter(generatorIsBusy);
    const fact = busy.length > 0 || failed.length === 0 ? busyFact(levels) : lateFact(failed);
    if (failed.length === 0) return absent(fact);
    const explained = usable.length >= 3 && (plateau !== null || busy.length === 0);
    return {
      outcome: "present",
      confidence: explained ? LEAVES_ENOUGH : starvedByOthers(failed) ? OTHERS : SURE,
      levels: failed.map((level) => level.index),
      summary: `${fact.text} What looks like the target's limit may be the generator's.`,
      evidence: [supports(fact)],
      experiments: [
        suggested(
          "more-generator-threads",
          "Run the same levels with twice the generator threads: if throughput rises, it was the generator.",
        ),
      ],
    };
  },
};

/** Of the level on which the generator was busiest. */
function busyFact(levels: readonly LevelSummary[]): Omit<Evidence, "speaks"> {
  const most = levels.reduce((a, b) => (b.generator.busiestThreadCores > a.generator.busiestThreadCores ? b : a));
  const { busiestThreadCores } = most.generator;
  return {
    metric: "generatorBusiestThreadCores",
    observed: busiestThreadCores,
    expected: `below ${GENERATOR_BUSY_CORES}`,
    text: `The load generator's busiest thread used ${percent(busiestThreadCores)} of a core at ${counted(most.connections, "connection")} (${digits(most.answersPerSecond)} answers/s).`,
  };
}

/** Of the level on which the generator, though not busy, came latest: something keeps it from running. */
function lateFact(levels: readonly LevelSummary[]): Omit<Evidence, "speaks"> {
  const most = levels.reduce((a, b) => (b.generator.usualLoopDelayMs > a.generator.usualLoopDelayMs ? b : a));
  const { usualLoopDelayMs, busiestThreadCores } = most.generator;
  return {
    metric: "generatorUsualLoopDelayMs",
    observed: usualLoopDelayMs,
    expected: "below half of the median latency",
    text: `The load generator is kept from running: it came late by ${usualLoopDelayMs.toFixed(1)} ms at ${counted(most.connections, "connection")}, while its busiest thread used ${percent(busiestThreadCores)} of a core.`,
  };
}

/** Other programs took the CPU from generator and target alike; the generator's own thread never had a core. */
function starvedByOthers(failed: readonly LevelSummary[]): boolean {
  return failed.every((level) => !generatorIsBusy(level) && isCrowdedOut(level));
}
