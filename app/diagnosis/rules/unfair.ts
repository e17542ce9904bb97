import type { LevelSummary } from "../levelSummary.ts";
import { counted, digits, percent } from "../numbers.ts";
import { absent, contradicts, noData, type Rule, supports } from "../rule.ts";

const UNFAIR_VARIATION = 1 / 3; // coefficient of variation; Jain's index 1 / (1 + variation²) is then 0.9
const FEWEST_ANSWERS = 20; // per connection, on average: below, chance alone makes differences
const CHANCE_FACTOR = 3; // times what independent answers would scatter by (Poisson, 1 / sqrt(mean)): not by chance

/** Some connections get many answers, others few: means and percentiles do not show it. */
export const unfair: Rule = {
  id: "unfair",
  title: "Some connections starve",
  severity: "warning",
  explanation:
    "In the closed model every connection asks again as soon as it has its answer, so that a fair target answers all equally often. Where some get many times what others get, a queue is not first come, first served: a lock that favours who had it last, workers with unequal queues of their own (SO_REUSEPORT, a load balancer that pins connections), or a limit per worker. Percentiles count answers, and the starved give few: they look better than what a starved user sees. Confused with: users whose requests differ.",
  advice: [
    "Compare the latency of the connections that got least with the median of all.",
    "Look for locks without fairness, and for connections spread unevenly over workers.",
  ],
  judge({ usable, plan }) {
    const told = usable.filter((level) => level.fairness !== null && answersEach(level) >= FEWEST_ANSWERS);
    const [worst] = told.toSorted((a, b) => variation(b) - variation(a));
    if (worst === undefined || worst.fairness === null)
      return noData(`levels with ${FEWEST_ANSWERS} answers for each of two or more connections`);
    const { connections, minAnswers, maxAnswers } = worst.fairness;
    const chance = CHANCE_FACTOR / Math.sqrt(answersEach(worst));
    const fact = {
      metric: "answersPerConnectionVariation",
      observed: variation(worst),
      expected: `${digits(UNFAIR_VARIATION)} or more, and more than chance (${digits(chance)})`,
      text: `Of ${connections} connections one got ${minAnswers} answers and one ${maxAnswers}, with ${digits(answersEach(worst))} on average (Jain's fairness index ${jain(worst).toFixed(2)}).`,
    };
    if (variation(worst) < Math.max(UNFAIR_VARIATION, chance)) return absent(fact);
    const differ = plan.users !== null || (plan.requests !== null && plan.requests.order !== "sequence");
    return {
      outcome: "present",
      confidence: differ ? 0.6 : 0.9,
      levels: told.filter((level) => variation(level) >= UNFAIR_VARIATION).map(({ index }) => index),
      summary: `At ${counted(worst.connections, "connection")} the answers are spread unevenly: one connection got ${minAnswers}, another ${maxAnswers}. The worst served waits ${digits(maxAnswers / Math.max(1, minAnswers))} times as long as the best.`,
      evidence: [
        supports(fact),
        ...(differ
          ? [
              contradicts({
                metric: "differentUsers",
                observed: "yes",
                expected: "all users ask for the same",
                text: `The users' requests differ, which alone gives some of them more answers (fairness ${percent(jain(worst))}).`,
              }),
            ]
          : []),
      ],
    };
  },
};

const variation = ({ fairness }: LevelSummary): number => fairness?.coefficientOfVariation ?? 0;
const jain = (level: LevelSummary): number => 1 / (1 + variation(level) ** 2);
const answersEach = ({ fairness, requests }: LevelSummary): number => requests / Math.max(1, fairness?.connections ?? 1);
