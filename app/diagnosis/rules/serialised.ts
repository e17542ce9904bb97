import { digits, withInterval } from "../numbers.ts";
import type { Observations } from "../observe.ts";
import { flatAt, idleQueue, isOneAtATime, isQueue, START_LOWER, shapeFact } from "../queue.ts";
import { absent, type BottleneckRule, contradicts, type Judgement, noData, suggested, supports } from "../rule.ts";
import { sessionCookieName, sharedCookie } from "../sharedCookie.ts";
import { stackEvidence } from "../stacks.ts";

const ALONE = 0.85;
const SHARED_COOKIE = 0.6; // it may be the lock of that session only
const LOCK_SEEN = 0.07; // more, when the thread dump shows the lock
const CPU_UNKNOWN = 0.5; // one at a time is certain; whether the one waits or computes is not

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
    if (!isQueue(queue)) return withoutCpu(o) ?? queue;
    const { width } = queue;
    if (width === null) return noData(`a level below the plateau. ${START_LOWER}`);
    if (!isOneAtATime(width)) {
      return absent({
        metric: "effectiveParallelism",
        observed: width.value,
        expected: "about 1",
        text: `The target works on ${digits(width.value)} requests at a time, not on one.`,
      });
    }
    const cookie = sharedCookie(o.plan);
    const stacks = stackEvidence(o, ["lock", "semaphore"]);
    return {
      outcome: "present",
      confidence: ((cookie === null ? ALONE : SHARED_COOKIE) + (stacks === null ? 0 : LOCK_SEEN)) * queue.certainty,
      summary: `${flatAt(o)}, while the CPU is ${Math.round(o.idlePercent ?? 0)} % idle. The target works on ${digits(width.value)} requests at a time: each waits for the one before.${stacks === null ? "" : ` ${stacks.fact.text}`}${cookie === null ? "" : " All requests carried the same cookie, so it may be the lock of that session only."}`,
      evidence: [
        ...queue.evidence,
        ...(stacks === null ? [] : [stacks.fact]),
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
                `Give each connection its own cookie (--session-cookie ${sessionCookieName(cookie)}): if throughput grows, it is the session's lock.`,
              ),
            ]),
        suggested("other-endpoint", "Ask another URL of the target during the load: unaffected, and the lock belongs to this one."),
      ],
    };
  },
};

/** One at a time is plain from throughput and latency alone; null when it is not, or when the CPU says more. */
function withoutCpu(o: Observations): Judgement | null {
  if (o.plateau === null || o.idlePercent !== null || o.width === null || !isOneAtATime(o.width)) return null;
  return {
    outcome: "present",
    confidence: CPU_UNKNOWN,
    summary: `${flatAt(o)}: the target works on ${digits(o.width.value)} requests at a time. Whether that one waits (a lock, a single writer) or computes (a single thread) would be told by the CPU of its host, which was not measured.`,
    evidence: [
      supports(shapeFact(o)),
      supports({
        metric: "effectiveParallelism",
        observed: o.width.value,
        expected: "about 1",
        text: `The target works on ${withInterval(o.width)} requests at a time: throughput times the time of a request that waits for nobody.`,
      }),
      contradicts({
        metric: "hostIdlePercent",
        observed: "not measured",
        expected: "30 or more",
        text: "The CPU of the target's host was not measured: one busy thread would look the same.",
      }),
    ],
    experiments: [suggested("other-endpoint", "Ask a trivially cheap URL of the target during the load, and watch its busiest thread.")],
  };
}
