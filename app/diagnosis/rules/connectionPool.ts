import { defaultsLike } from "../../knowledge/limits.ts";
import type { Backend } from "../../model/sample.ts";
import { digits, withInterval } from "../numbers.ts";
import type { Observations } from "../observe.ts";
import { flatAt, type IdleQueue, isQueue, wideQueue } from "../queue.ts";
import { absent, type BottleneckRule, contradicts, suggested, supports } from "../rule.ts";
import { stackEvidence } from "../stacks.ts";

const LEAST_SHARE = 0.4; // a request may hold its connection for part of its time only, so the pool may be smaller than the width
const MOST_SHARE = 1.25; // but hardly larger: beyond, connections are not what is short
const SEEN_TWICE = 0.96; // by its sockets, and by the threads that wait for one
const STACKS_ONLY = 0.88; // threads say in which pool they wait; how many it has is only measured
const SEEN = 0.92; // constant while clients grow, and of the measured width
const UNKNOWN_WIDTH = 0.75; // constant while clients grow, but nothing tells that they are what is short
const ALSO_WORKERS = 0.55; // each worker may simply own one
const STEADY = 1; // a pool's size may be caught one short while it fills

/**
 * Requests wait for a fixed number of connections to a backend.
 *
 *   sockets |     m ________          a pool: as many as connections, then m
 *           |    .'
 *           +------------------ N
 */
export const connectionPool: BottleneckRule = {
  id: "connection-pool",
  title: "Connection pool exhausted",
  severity: "critical",
  explanation:
    "The target keeps a fixed number of connections to a backend (database, HTTP client); a request without one waits. Throughput stops at pool size divided by the time a connection is held, latency grows with every client, and the CPU idles on both sides. Confused with: a limit on the target's own workers (it slows every URL), and a saturated backend.",
  advice: [
    "Compare this size with the pool you configured; the default is often much smaller than expected.",
    "Hold connections for less: no remote calls inside a transaction, give them back early.",
    "Then enlarge the pool step by step, watching the backend.",
  ],
  judge(o) {
    const queue = wideQueue(o, "a lock rather than a pool");
    if (!isQueue(queue)) return queue;
    const { width } = queue;
    const many = width === null ? `at most ${queue.most}` : digits(width.value);
    const candidates = width === null ? [] : defaultsLike(width, o.cores);
    const experiments = [
      suggested(
        "other-endpoint",
        "Ask a URL that does not use the backend during the load: unaffected, and it is the pool, not the target's workers.",
      ),
      suggested(
        "half-payload",
        "Ask for half the work per request: a pool gives twice the throughput at the same width, a limiter the same.",
      ),
    ];
    const pool = steadyBackend(o, queue);
    const stacks = stackEvidence(o, ["pool"]);
    if (pool !== null) {
      const together = workersMatch(o, pool.connections);
      return {
        outcome: "present",
        confidence: (stacks !== null ? SEEN_TWICE : together ? ALSO_WORKERS : width === null ? UNKNOWN_WIDTH : SEEN) * queue.certainty,
        summary: `${flatAt(o)}, while the CPU is ${Math.round(o.idlePercent ?? 0)} % idle. The target works on ${many} requests at a time and keeps exactly ${pool.connections} connections to ${pool.address}, however many clients come: its pool admits only ${pool.connections}.${stacks === null ? "" : ` ${stacks.fact.text}`}`,
        evidence: [
          ...queue.evidence,
          ...(stacks === null ? [] : [stacks.fact]),
          supports({
            metric: "backendConnections",
            observed: pool.connections,
            expected: `constant, ${width === null ? "" : "near "}${many}`,
            text: `${pool.connections} connections from the target to ${pool.address} on every level of the plateau.`,
          }),
          ...(together
            ? [
                contradicts({
                  metric: "workerProcesses",
                  observed: pool.connections,
                  expected: "not one connection per worker",
                  text: "The target has as many worker processes as connections: each may simply own one.",
                }),
              ]
            : []),
        ],
        candidates: defaultsLike({ value: pool.connections, low: pool.connections, high: pool.connections }, o.cores),
        experiments,
      };
    }
    if (stacks !== null) {
      const { software, setting, source } = stacks.cause;
      return {
        outcome: "present",
        confidence: STACKS_ONLY * queue.certainty,
        summary: `${flatAt(o)}, while the CPU is ${Math.round(o.idlePercent ?? 0)} % idle. The target works on ${many} requests at a time. ${stacks.fact.text}`,
        evidence: [...queue.evidence, stacks.fact],
        candidates: setting === undefined ? candidates : [{ software, setting, value: many, source }],
        experiments,
      };
    }
    if (width === null || candidates.length === 0)
      return absent({
        metric: "backendConnections",
        observed: describeBackends(o),
        expected: "a constant number near the width",
        text: "No backend is reached over a constant number of connections near that width.",
      });
    return {
      outcome: "present",
      confidence: 0.4 * queue.certainty, // a coincidence of small numbers is likely: a hint, no verdict
      summary: `The width of ${withInterval(width)} is the default pool size of ${candidates[0]?.software}; no such connections were seen.`,
      evidence: [
        ...queue.evidence,
        contradicts({
          metric: "backendConnections",
          observed: describeBackends(o),
          expected: `constant, near ${digits(width.value)}`,
          text: "The pool's connections themselves were not seen.",
        }),
      ],
      candidates,
      experiments,
    };
  },
};

/**
 * The backend with the same number of connections on the levels of the plateau, near the width. Of three levels or more the
 * first may differ: its pool may still fill, and open files are read less often than the rest.
 */
function steadyBackend(o: Observations, { width, most: atMost }: IdleQueue): Backend | null {
  const [low, high] = width === null ? [0, atMost] : [LEAST_SHARE * width.value, MOST_SHARE * width.value + STEADY * 0.5];
  const levels = o.crowded.length >= 3 ? o.crowded.slice(1) : o.crowded;
  const perLevel = levels.map((level) => new Map(level.target?.backends?.map((b) => [b.address, b.connections]) ?? []));
  const steady = [...(perLevel[0]?.keys() ?? [])].flatMap((address) => {
    const counts = perLevel.map((level) => level.get(address) ?? 0);
    const most = Math.max(...counts);
    const near = most > 1 && most >= low && most <= high;
    return near && most - Math.min(...counts) <= STEADY ? [{ address, connections: most }] : [];
  });
  const expected = width?.value ?? atMost;
  return steady.sort((a, b) => Math.abs(a.connections - expected) - Math.abs(b.connections - expected))[0] ?? null;
}

function workersMatch(o: Observations, connections: number): boolean {
  return o.crowded.every((level) => level.target !== null && level.target.processes - 1 === connections);
}

function describeBackends(o: Observations): string {
  const backends = o.crowded.at(-1)?.target?.backends;
  if (backends === null || backends === undefined) return "not readable";
  return backends.length === 0 ? "none" : backends.map((b) => `${b.connections} to ${b.address}`).join(", ");
}
