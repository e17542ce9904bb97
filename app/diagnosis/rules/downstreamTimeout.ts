import type { LevelSummary } from "../levelSummary.ts";
import { counted, digits, percent } from "../numbers.ts";
import { absent, type BottleneckRule, contradicts, noData, suggested, supports } from "../rule.ts";

const TIMEOUTS_S = [1, 2, 3, 5, 10, 15, 20, 30, 60]; // what libraries come with, and what people set
const AROUND = [0.98, 1.1] as const; // of the timeout: giving up and answering takes a little
const FAILED_SHARE = 0.01; // of the answers are errors; fewer may be chance
const FEWEST_ERRORS = 10; // for a median
const GAP_SHARE = 0.5; // of the timeout, within which nine in ten good answers come: what fails did not just miss it
const APART = 0.92; // errors at the timeout, good answers far from it; more specific than that most answers are errors
const MISSED = 0.45; // good answers reach up to it: a queue of the target's own may have grown as long

/** Errors come after a round time: somebody waited for a service behind the target, and gave up. */
export const downstreamTimeout: BottleneckRule = {
  id: "downstream-timeout",
  title: "A service behind the target times out",
  severity: "critical",
  explanation:
    "The target calls something that does not answer (a service, a database, a name server) and gives up after its timeout: errors, often 500, 502 or 504, come after exactly 1, 2, 5, 10, 30 or 60 s, while other requests are answered quickly. Each waiting request holds a worker and a connection, so that throughput falls although the CPU idles. Confused with: a pool whose waiters give up (good answers then reach up to the timeout, and errors begin with the load), and Plateau's own timeout (counted apart).",
  advice: [
    "Find the call with that timeout: the target's log, or a trace of one failed request.",
    "Fail fast: a shorter timeout, a circuit breaker, no retries on top of each other.",
    "Measure the service behind by itself.",
  ],
  judge({ usable }) {
    if (usable.length === 0) return noData("a measured level");
    const failing = usable.filter((level) => erroneous(level) >= Math.max(FEWEST_ERRORS, FAILED_SHARE * level.requests));
    if (failing.length === 0) {
      const worst = usable.reduce((a, b) => (erroneous(b) > erroneous(a) ? b : a));
      return absent({
        metric: "errorAnswers",
        observed: erroneous(worst),
        expected: `${FEWEST_ERRORS} or more, and ${percent(FAILED_SHARE)} of the answers`,
        text: `${erroneous(worst)} of ${worst.requests} answers were errors.`,
      });
    }
    const [found] = failing
      .flatMap((level) => {
        const timeoutS = timeoutNear(level);
        return timeoutS === null ? [] : [{ level, timeoutS }];
      })
      .toSorted((a, b) => erroneous(b.level) - erroneous(a.level));
    if (found === undefined) {
      const { failedLatencyMs } = failing.at(-1) as LevelSummary;
      return absent({
        metric: "errorLatencyP50Ms",
        observed: failedLatencyMs.p50,
        expected: "1, 2, 3, 5, 10, 15, 20, 30 or 60 s",
        text: `Errors take ${digits(failedLatencyMs.p50)} ms (median, p90 ${digits(failedLatencyMs.p90)} ms): no timeout's round figure.`,
      });
    }
    const { level, timeoutS } = found;
    const { failedLatencyMs, latencyMs } = level;
    const apart = latencyMs.p90 < GAP_SHARE * 1000 * timeoutS;
    const gap = {
      metric: "goodLatencyP90Ms",
      observed: latencyMs.p90,
      expected: `below ${digits(GAP_SHARE * 1000 * timeoutS)}`,
      text: `Nine in ten good answers come within ${digits(latencyMs.p90)} ms.`,
    };
    return {
      outcome: "present",
      confidence: apart ? APART : MISSED,
      levels: failing.filter((each) => timeoutNear(each) === timeoutS).map(({ index }) => index),
      summary: `${percent(erroneous(level) / level.requests)} of the answers at ${counted(level.connections, "connection")} are errors after ${timeoutS} s (median ${digits(failedLatencyMs.p50)} ms): a call to something behind the target is given up then.`,
      evidence: [
        supports({
          metric: "errorLatencyP50Ms",
          observed: failedLatencyMs.p50,
          expected: `${1000 * timeoutS}, or a little more`,
          text: `Errors take ${digits(failedLatencyMs.p50)} ms (median), ${digits(failedLatencyMs.p90)} ms (p90): ${timeoutS} s is a usual timeout.`,
        }),
        apart ? supports(gap) : contradicts({ ...gap, text: `${gap.text} A queue of the target's own may be as long as that timeout.` }),
      ],
      experiments: [
        suggested(
          "other-endpoint",
          "Ask a URL that does not need the service behind during the load: no errors there, and it is that service.",
        ),
        suggested("repeat-first", "Repeat the first level: errors at one connection as well, and it is the service, not your load."),
      ],
    };
  },
};

const erroneous = ({ errors }: LevelSummary): number => errors.status + errors.body;

/** The usual timeout that half of the error answers, and nine in ten of them, came just after; null when there is none. */
function timeoutNear({ failedLatencyMs: { p50, p90 } }: LevelSummary): number | null {
  const near = (ms: number, timeoutS: number): boolean => ms >= AROUND[0] * 1000 * timeoutS && ms <= AROUND[1] * 1000 * timeoutS;
  return TIMEOUTS_S.find((timeoutS) => near(p50, timeoutS) && near(p90, timeoutS)) ?? null;
}
