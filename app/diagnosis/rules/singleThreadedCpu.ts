import { digits, percent } from "../numbers.ts";
import { flatAt, shapeFact } from "../queue.ts";
import { absent, type BottleneckRule, noData, suggested, supports } from "../rule.ts";

const THREAD_BUSY_CORES = 0.8; // of a core; on a shared machine a busy thread does not get all of it
const THREAD_FULL_CORES = 0.9; // beyond doubt
const OTHERS_CORES = 0.5; // what the target may use beside that thread (collector, I/O) and still be single-threaded
const LOCKSTEP_CORES = [0.9, 1.2] as const; // many threads that together use one core: a global interpreter lock

/** One thread of the target is full while other cores idle. */
export const singleThreadedCpu: BottleneckRule = {
  id: "single-threaded-cpu",
  title: "One thread does all the work",
  severity: "critical",
  explanation:
    "The target computes on a single thread (an event loop, an interpreter lock): that core is full, the others idle, and every request waits for it, the cheapest too. Confused with: a global lock (no thread is busy then), and the generator's own thread on the same machine.",
  advice: ["Profile that thread.", "Run as many processes of the target as there are cores.", "Move heavy computing to worker threads."],
  judge(o) {
    if (o.plateau === null) return absent(shapeFact(o));
    if (o.busiestThreadCores === null || o.targetCores === null) return noData("the threads of the target's process");
    const thread = {
      metric: "busiestThreadCores",
      observed: o.busiestThreadCores,
      expected: `${THREAD_BUSY_CORES} or more`,
      text: `The target's busiest thread uses ${percent(o.busiestThreadCores)} of a core.`,
    };
    const whole = {
      metric: "targetCpuCores",
      observed: o.targetCores,
      expected: "about 1",
      text: `The whole target uses ${digits(o.targetCores)} of ${o.cores} cores.`,
    };
    const alone = o.targetCores - o.busiestThreadCores < OTHERS_CORES;
    const full = o.busiestThreadCores >= THREAD_BUSY_CORES && alone;
    const lockstep =
      o.busiestThreadCores < THREAD_BUSY_CORES && o.targetCores >= LOCKSTEP_CORES[0] && o.targetCores <= LOCKSTEP_CORES[1] && o.cores > 1;
    if (!full && !lockstep) return absent(o.busiestThreadCores < THREAD_BUSY_CORES ? thread : whole);
    if (o.cores === 1)
      return absent({
        metric: "cores",
        observed: 1,
        expected: "2 or more",
        text: "This machine has one core: one busy thread is the whole CPU.",
      });
    return {
      outcome: "present",
      confidence: lockstep ? 0.55 : o.busiestThreadCores >= THREAD_FULL_CORES ? 0.92 : 0.8,
      summary: lockstep
        ? `${flatAt(o)}. The target's threads together use ${digits(o.targetCores)} cores, never more: they take turns, as under a global interpreter lock.`
        : `${flatAt(o)}: one thread of the target is busy (${percent(o.busiestThreadCores)} of a core) while it uses ${digits(o.targetCores)} of ${o.cores} cores in all.`,
      evidence: [supports(shapeFact(o)), supports(thread), supports(whole)],
      experiments: [
        suggested(
          "other-endpoint",
          "Ask a trivially cheap URL of the same target during the load: it is as slow as the rest when one thread serves all.",
        ),
      ],
    };
  },
};
