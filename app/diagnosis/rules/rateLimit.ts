import { relativeSpread } from "../../statistics/moments.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { counted, digits, percent } from "../numbers.ts";
import { absent, type BottleneckRule, noData, suggested, supports } from "../rule.ts";

const REFUSED_SHARE = 0.05; // of the answers; fewer may be chance
const PINNED_SPREAD = 0.2; // good answers per second differ by less between levels: a ceiling
const SPOKEN = 0.92; // a 429 says what it is
const SHED = 0.4; // a 503 may be a limiter as well as an overload

/** Somebody counts requests and refuses what is above. Read from levels as they are: errors are the point here. */
export const rateLimit: BottleneckRule = {
  id: "rate-limit",
  title: "A rate limiter holds throughput down",
  severity: "critical",
  explanation:
    "Good answers per second stop at a ceiling, often a round number, whatever the number of clients; the rest is refused at once (429, or 503 by nginx). At first a burst may pass. Confused with: a pool (its ceiling follows the time a request takes, a limiter's does not).",
  advice: [
    "Find the limiter (gateway, proxy, framework) and let the test's key or address through, or test behind it.",
    "Expect the same for your users above this rate.",
  ],
  judge({ usable: levels }) {
    const refused = levels.filter((level) => refusals(level) > REFUSED_SHARE * level.requests);
    const most = levels.at(-1);
    if (most === undefined) return noData("a measured level");
    if (refused.length === 0) {
      return absent({
        metric: "refusedShare",
        observed: refusals(most) / Math.max(1, most.requests),
        expected: `above ${REFUSED_SHARE}`,
        text: "The target did not refuse requests (429, 503).",
      });
    }
    if (refused.length < 2) return noData("a second level with refusals: is the ceiling the same there?");
    const ceilings = refused.map((level) => level.throughputRps);
    const spread = Math.max(...ceilings) === 0 ? Number.POSITIVE_INFINITY : relativeSpread(ceilings);
    const pinned = {
      metric: "goodThroughputSpread",
      observed: spread,
      expected: `below ${PINNED_SPREAD}`,
      text: `Good answers stay between ${digits(Math.min(...ceilings))} and ${digits(Math.max(...ceilings))} per second on all levels with refusals.`,
    };
    if (spread > PINNED_SPREAD) return absent(pinned);
    const spoken = refused.every((level) => (level.statusCodes["429"] ?? 0) > refusals(level) / 2);
    const last = refused.at(-1) as LevelSummary;
    return {
      outcome: "present",
      confidence: spoken ? SPOKEN : SHED,
      levels: refused.map((level) => level.index),
      summary: `Good answers are pinned at ${digits(last.throughputRps)} per second from ${counted(refused[0]?.connections ?? 0, "connection")} on; ${percent(refusals(last) / last.requests)} of the requests at ${counted(last.connections, "connection")} are refused with ${spoken ? "429" : "503"}.`,
      evidence: [
        supports(pinned),
        supports({
          metric: "refusedShare",
          observed: refusals(last) / last.requests,
          expected: `above ${REFUSED_SHARE}`,
          text: `${refusals(last)} of ${last.requests} answers at ${counted(last.connections, "connection")} are refusals.`,
        }),
      ],
      experiments: [
        suggested("half-payload", "Ask for a cheaper answer: a limiter's ceiling stays, any other moves."),
        suggested("pause-and-repeat", "Pause for a minute and repeat the first level: a token bucket lets a burst through again."),
      ],
    };
  },
};

function refusals({ statusCodes }: LevelSummary): number {
  return (statusCodes["429"] ?? 0) + (statusCodes["503"] ?? 0);
}
