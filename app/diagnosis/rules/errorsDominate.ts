import type { LevelSummary } from "../levelSummary.ts";
import { counted, percent } from "../numbers.ts";
import { absent, type BottleneckRule, noData, suggested, supports } from "../rule.ts";
import { failedShare } from "../validity.ts";

const MOST = 0.5; // of all requests: more failures than work
const LIMITER_SHARE = 0.8; // of the failures are 429: a limiter says so itself, and rate-limit explains it

/** Most answers are errors: fast failures are not throughput. A gate, like the generator. */
export const errorsDominate: BottleneckRule = {
  id: "errors-dominate",
  title: "Most answers are errors",
  severity: "critical",
  explanation:
    "A server that refuses work is fast: total throughput rises while good answers do not. Latency of the good ones and of the errors are different things and are kept apart. Typical causes: a queue limit or circuit breaker that sheds load (503), a crashed backend (502, 504), a missing login (401). Confused with: a rate limiter (its refusals say 429 and the good answers stay at one rate), and redirects counted as work.",
  advice: [
    "Look at one error answer's body and the target's log.",
    "Lower the load to where errors begin and look there: the cause is at that level.",
  ],
  judge({ usable: levels, plan }) {
    if (levels.length === 0) return noData("a measured level");
    const worst = levels.reduce((a, b) => (failedShare(b) > failedShare(a) ? b : a));
    const share = failedShare(worst);
    const fact = {
      metric: "failedShare",
      observed: share,
      expected: `below ${MOST}`,
      text: `${percent(share)} of the requests failed at ${counted(worst.connections, "connection")} (${describeErrors(worst)}).`,
    };
    if (!(share > MOST)) return absent(fact); // NaN as well: another tool did not count
    if (tooManyRequests(worst) >= LIMITER_SHARE)
      return absent({ ...fact, text: `${fact.text} Nearly all of them are 429: a limiter's answer.` });
    const clean = levels.filter((level) => failedShare(level) < 0.01).at(-1);
    return {
      outcome: "present",
      confidence: 0.9,
      levels: levels.filter((level) => failedShare(level) > MOST).map((level) => level.index),
      summary: `${percent(share)} of the requests fail at ${counted(worst.connections, "connection")} (${describeErrors(worst)})${clean === undefined ? "" : `; up to ${counted(clean.connections, "connection")} there are none`}. The throughput there is not of work.`,
      evidence: [supports(fact)],
      experiments: [
        suggested(
          "repeat-first",
          `Repeat ${plan.connections[0] ?? 1} connections after a pause: if errors stay, the target is broken rather than overloaded.`,
        ),
      ],
    };
  },
};

function tooManyRequests({ statusCodes, errors }: LevelSummary): number {
  return errors.status === 0 ? 0 : (statusCodes["429"] ?? 0) / errors.status;
}

function describeErrors({ errors, statusCodes }: LevelSummary): string {
  const statuses = Object.entries(statusCodes)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, count]) => `${count} x ${status}`);
  const sockets = (["connect", "send", "receive", "timeout", "body"] as const)
    .filter((kind) => errors[kind] > 0)
    .map((kind) => `${errors[kind]} x ${kind}`);
  return [...statuses, ...sockets].join(", ");
}
