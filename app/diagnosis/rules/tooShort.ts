import { counted } from "../numbers.ts";
import { absent, noData, type Rule, supports } from "../rule.ts";

const FEWEST_ANSWERS = 100; // per level: the mean of exponential-like latencies is then known to 20 %
const SHORTEST_SECONDS = 3; // below, one-second bins say nothing of steadiness

/** Too little was measured to trust means, let alone percentiles. */
export const tooShort: Rule = {
  id: "too-short",
  title: "Measured too briefly",
  severity: "warning",
  explanation:
    "Means of few answers scatter, and a p99 of fewer than a thousand answers is little more than the maximum. Measure longer at the levels named, above all at one connection: the width of every queue is computed from it.",
  advice: ["Raise --duration."],
  judge({ levels }) {
    if (levels.length === 0) return noData("a measured level");
    const short = levels.filter((level) => level.measuredSeconds < SHORTEST_SECONDS || level.requests < FEWEST_ANSWERS);
    const [worst] = short.toSorted((a, b) => a.requests - b.requests);
    if (worst === undefined)
      return absent({
        metric: "answers",
        observed: Math.min(...levels.map((l) => l.requests)),
        expected: `below ${FEWEST_ANSWERS}`,
        text: "Every level has enough answers for a mean.",
      });
    const seconds = Math.ceil(Math.max(SHORTEST_SECONDS, (FEWEST_ANSWERS / Math.max(1, worst.requests)) * worst.measuredSeconds));
    return {
      outcome: "present",
      confidence: 1,
      levels: short.map((level) => level.index),
      summary:
        worst.requests < FEWEST_ANSWERS
          ? `${worst.requests} answers in ${worst.measuredSeconds.toFixed(1)} s at ${counted(worst.connections, "connection")} are few; ${seconds} s there would give ${FEWEST_ANSWERS}.`
          : `${worst.measuredSeconds.toFixed(1)} s at ${counted(worst.connections, "connection")} are too short to see whether it was steady; ${SHORTEST_SECONDS} s would do.`,
      evidence: [
        supports({
          metric: "answers",
          observed: worst.requests,
          expected: `${FEWEST_ANSWERS} or more`,
          text: `${worst.requests} answers at ${counted(worst.connections, "connection")}.`,
        }),
      ],
    };
  },
};
