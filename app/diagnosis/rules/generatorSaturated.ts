import { counted, digits, percent } from "../numbers.ts";
import { absent, type BottleneckRule, noData, suggested, supports } from "../rule.ts";
import { GENERATOR_BUSY_CORES, generatorIsBusy } from "../validity.ts";

/** Plateau itself is the limit. A gate: what the generator could not send, the target was never asked. */
export const generatorSaturated: BottleneckRule = {
  id: "generator-saturated",
  title: "The load generator is the limit",
  severity: "critical",
  explanation:
    "The program that makes the load has no time left: its thread uses a whole core. Throughput then goes flat for any target, and latencies hold the generator's own delay. Compare with a trivially cheap URL: the same throughput there means it is the generator.",
  advice: [
    "Use more generator threads (--threads), or run the load from another machine.",
    "A target this fast is not what limits you at these rates.",
  ],
  judge({ levels, usable, plateau }) {
    if (levels.length === 0) return noData("a measured level");
    const busy = levels.filter(generatorIsBusy);
    const most = levels.reduce((a, b) => (b.generator.busiestThreadCores > a.generator.busiestThreadCores ? b : a));
    const fact = {
      metric: "generatorBusiestThreadCores",
      observed: most.generator.busiestThreadCores,
      expected: `below ${GENERATOR_BUSY_CORES}`,
      text: `The generator's busiest thread used ${percent(most.generator.busiestThreadCores)} of a core at ${counted(most.connections, "connection")}.`,
    };
    if (busy.length === 0) return absent(fact);
    const explained = plateau !== null && usable.length >= 3 && usable.every((level) => !generatorIsBusy(level));
    return {
      outcome: "present",
      confidence: explained ? 0.4 : 0.95, // the levels before it already show a plateau of their own
      levels: busy.map((level) => level.index),
      summary: `The load generator's thread is busy (${percent(most.generator.busiestThreadCores)} of a core at ${counted(most.connections, "connection")}, ${digits(most.answersPerSecond)} answers/s): what looks like the target's limit may be the generator's.`,
      evidence: [supports(fact)],
      experiments: [
        suggested("more-threads", "Run the same levels with twice the generator threads: if throughput rises, it was the generator."),
      ],
    };
  },
};
