import { defaultsLike } from "../../knowledge/limits.ts";
import { digits } from "../numbers.ts";
import { flatAt, isQueue, wideQueue } from "../queue.ts";
import { absent, type BottleneckRule, noData, suggested, supports } from "../rule.ts";

const MATCH_SHARE = 0.2; // workers and width may differ by this: the width is measured, the workers are counted
const MATCHED = 0.85;
const UNKNOWN_WIDTH = 0.6; // workers fewer than the plateau's connections would do it, and so would something else

/** Only as many requests are worked on as there are worker processes. */
export const workerPool: BottleneckRule = {
  id: "worker-pool",
  title: "All workers are taken",
  severity: "critical",
  explanation:
    "The target hands each request to one of a fixed number of workers (processes or threads), and a worker that waits for something cannot take the next. Throughput stops at workers divided by service time while the CPU idles. It slows every URL of the target. Confused with: a connection pool behind the workers.",
  advice: ["Raise the number of workers while the CPU idles.", "Shorten what a worker waits for, or use workers that do not block."],
  judge(o) {
    const queue = wideQueue(o, "one worker, or a lock");
    if (!isQueue(queue)) return queue;
    const { width, most } = queue;
    const processes = o.crowded.flatMap((level) => level.target?.processes ?? []);
    if (processes.length === 0) return noData("the target's processes");
    const workers = Math.max(...processes) - 1; // the listener itself hands out the work
    const count = {
      metric: "workerProcesses",
      observed: workers,
      expected: width === null ? `2 to ${most}` : `about ${digits(width.value)}`,
      text: `The target's listener has ${workers} child processes.`,
    };
    const fits = width === null ? workers <= most : Math.abs(workers - width.value) <= MATCH_SHARE * width.value;
    if (workers < 2 || !fits) return absent(count);
    const many = width === null ? `at most ${most}` : digits(width.value);
    return {
      outcome: "present",
      confidence: (width === null ? UNKNOWN_WIDTH : MATCHED) * queue.certainty,
      summary: `${flatAt(o)}, while the CPU is ${Math.round(o.idlePercent ?? 0)} % idle. The target works on ${many} requests at a time and has ${workers} worker processes: each is taken by one request that waits.`,
      evidence: [...queue.evidence, supports(count)],
      candidates: defaultsLike({ value: workers, low: workers, high: workers }, o.cores),
      experiments: [
        suggested(
          "other-endpoint",
          "Ask a trivially cheap URL of the target during the load: it waits as well when the workers are taken.",
        ),
      ],
    };
  },
};
