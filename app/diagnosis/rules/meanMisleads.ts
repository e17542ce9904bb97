import type { LevelSummary } from "../levelSummary.ts";
import { modesOf, someOf } from "../modes.ts";
import { counted, digits, percent } from "../numbers.ts";
import { absent, noData, type Rule, supports } from "../rule.ts";

const TAIL_RATIO = 2; // mean over median; 1.44 for the exponential distribution, which queues give by themselves
const NEAR_SHARE = 0.2; // around the mean, on both sides
const FEW_SHARE = 0.05; // of the answers are near it: nobody sees the mean
const FEWEST_ANSWERS = 100;

/** Reports print the mean; here hardly an answer is near it. */
export const meanMisleads: Rule = {
  id: "mean-misleads",
  title: "The mean describes hardly any answer",
  severity: "info",
  explanation:
    "A few slow answers pull the mean far above the median, or two groups of answers leave it in the empty space between. Whoever reads the mean then takes most answers for slower, and the slow ones for faster, than they are; and two targets with the same mean can feel entirely different. Laws of queues are about means, so the mean is still right for those.",
  advice: ["Publish the median with p95 and p99, or the histogram.", "Compare distributions, not means."],
  judge({ usable }) {
    const judged = usable.filter(
      ({ requests, told, latencyMs: { p50, mean } }) => (requests >= FEWEST_ANSWERS || told) && p50 > 0 && mean > 0,
    );
    if (judged.length === 0) return noData(`mean and median of a level with ${FEWEST_ANSWERS} answers or more`);
    const worst = judged.reduce((a, b) => (ratioOf(b) > ratioOf(a) ? b : a));
    const tail = {
      metric: "meanOverMedian",
      observed: ratioOf(worst),
      expected: `${TAIL_RATIO} or more`,
      text: `The mean is ${digits(worst.latencyMs.mean)} ms, the median ${digits(worst.latencyMs.p50)} ms, at ${counted(worst.connections, "connection")}.`,
    };
    if (ratioOf(worst) >= TAIL_RATIO) {
      const { p99 } = worst.latencyMs;
      return {
        outcome: "present",
        confidence: 0.9,
        levels: judged.filter((level) => ratioOf(level) >= TAIL_RATIO).map(({ index }) => index),
        summary: `${tail.text} A few slow answers${Number.isNaN(p99) ? "" : ` (p99 ${digits(p99)} ms)`} make up most of it.`,
        evidence: [supports(tail)],
      };
    }
    const between = someOf(judged).filter((level) => modesOf(level).modes.length > 1 && shareNearMean(level) <= FEW_SHARE);
    const [empty] = between.toSorted((a, b) => shareNearMean(a) - shareNearMean(b));
    if (empty === undefined) return absent(tail);
    const share = shareNearMean(empty);
    return {
      outcome: "present",
      confidence: 0.9,
      levels: between.map(({ index }) => index),
      summary: `At ${counted(empty.connections, "connection")} the mean of ${digits(empty.latencyMs.mean)} ms lies between two groups of answers: ${percent(share)} of them are within ${percent(NEAR_SHARE)} of it.`,
      evidence: [
        supports({
          metric: "shareNearMean",
          observed: share,
          expected: `${FEW_SHARE} or less`,
          text: `${percent(share)} of the answers take between ${digits(empty.latencyMs.mean * (1 - NEAR_SHARE))} and ${digits(empty.latencyMs.mean * (1 + NEAR_SHARE))} ms.`,
        }),
      ],
    };
  },
};

const ratioOf = ({ latencyMs: { mean, p50 } }: LevelSummary): number => mean / p50;

function shareNearMean({ latencies }: LevelSummary): number {
  const [low, high] = [latencies.meanUs * (1 - NEAR_SHARE), latencies.meanUs * (1 + NEAR_SHARE)];
  let near = 0;
  for (const { fromUs, count } of latencies.buckets()) if (fromUs >= low && fromUs <= high) near += count;
  return near / latencies.count;
}
