import { defaultsLike } from "../../knowledge/limits.ts";
import { digits } from "../numbers.ts";
import { flatAt, isQueue, START_LOWER, wideQueue } from "../queue.ts";
import { type BottleneckRule, suggested } from "../rule.ts";

const KNOWN_WIDTH = 0.7; // always true beside a pool; the more specific finding says more
const UNKNOWN_WIDTH = 0.5; // that there is a limit is certain; whether it is one or several is not

/** Something admits only so many requests at a time, and nothing tells what. */
export const concurrencyLimit: BottleneckRule = {
  id: "concurrency-limit",
  title: "Only so many requests at a time",
  severity: "critical",
  explanation:
    "A plateau with an idle CPU is a queue somewhere, and its width is known; whether it is a pool of connections, of threads or a semaphore cannot be told from here. A known default of that size is the best lead. Confused with: a limiter that delays (its ceiling does not depend on the time a request takes), and a saturated backend (its own CPU or disk is busy).",
  advice: [
    "Look for a limit of this size in the target's configuration and its libraries' defaults.",
    "Take a thread dump during the load: what do most threads wait for?",
  ],
  judge(o) {
    const queue = wideQueue(o, "it is serialised");
    if (!isQueue(queue)) return queue;
    const { width, most } = queue;
    const many =
      width === null
        ? `Something admits no more than ${most} requests at a time; how many, these levels do not tell. ${START_LOWER}.`
        : `The target works on ${digits(width.value)} requests at a time: something admits only about ${Math.round(width.value)}.`;
    return {
      outcome: "present",
      confidence: (width === null ? UNKNOWN_WIDTH : KNOWN_WIDTH) * queue.certainty,
      summary: `${flatAt(o)}, while the CPU is ${Math.round(o.idlePercent ?? 0)} % idle. ${many}`,
      evidence: queue.evidence,
      candidates: width === null ? [] : defaultsLike(width, o.cores),
      experiments: [
        suggested(
          "other-endpoint",
          "Ask another URL of the target during the load: unaffected, and it is a pool behind this one; as slow, and it is the target's workers.",
        ),
        suggested(
          "half-payload",
          "Ask for half the work per request: a pool or worker limit gives twice the throughput, a rate limiter the same.",
        ),
      ],
    };
  },
};
