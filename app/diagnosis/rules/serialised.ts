import { digits } from "../numbers.ts";
import { flatAt, idleQueue, isOneAtATime, isQueue } from "../queue.ts";
import { absent, type BottleneckRule, contradicts, suggested } from "../rule.ts";
import { sharedCookie } from "./sessionLock.ts";

/** One request at a time for everybody, and no CPU to show for it. */
export const serialised: BottleneckRule = {
  id: "serialised",
  title: "One request at a time",
  severity: "critical",
  explanation:
    "Throughput does not grow beyond that of one connection although the CPU idles: a global lock, a single synchronous worker that waits, or a single writer. Confused with: a session lock (only requests of one session wait), a pool of one, a limiter that delays.",
  advice: [
    "Take a thread dump during the load: what do all but one thread wait for?",
    "Hold the lock for less: no I/O inside it.",
    "Start more than one synchronous worker.",
  ],
  judge(o) {
    const queue = idleQueue(o);
    if (!isQueue(queue)) return queue;
    const { width } = queue;
    if (!isOneAtATime(width)) {
      return absent({
        metric: "effectiveParallelism",
        observed: width.value,
        expected: "about 1",
        text: `The target works on ${digits(width.value)} requests at a time, not on one.`,
      });
    }
    const cookie = sharedCookie(o.plan);
    return {
      outcome: "present",
      confidence: (cookie === null ? 0.85 : 0.6) * queue.certainty,
      summary: `${flatAt(o)}, while the CPU is ${Math.round(o.idlePercent ?? 0)} % idle. The target works on ${digits(width.value)} requests at a time: each waits for the one before.${cookie === null ? "" : " All requests carried the same cookie, so it may be the lock of that session only."}`,
      evidence: [
        ...queue.evidence,
        ...(cookie === null
          ? []
          : [
              contradicts({
                metric: "sharedCookie",
                observed: cookie,
                expected: "no cookie, or one per connection",
                text: `Every request carried the cookie "${cookie}": requests of one session may wait for each other.`,
              }),
            ]),
      ],
      experiments: [
        ...(cookie === null
          ? []
          : [
              suggested(
                "separate-session-cookies",
                `Give each connection its own cookie (--session-cookie ${cookie.split("=")[0]}): if throughput grows, it is the session's lock.`,
              ),
            ]),
        suggested("other-endpoint", "Ask another URL of the target during the load: unaffected, and the lock belongs to this one."),
      ],
    };
  },
};
