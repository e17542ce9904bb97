import { BOTTLENECK_IDS, type BottleneckId, type Verdict } from "../model/finding.ts";

/** Each bottleneck as a thing, for the middle of a sentence. */
const CAUSES: Readonly<Record<BottleneckId, string>> = {
  "connection-pool": "a connection pool",
  "worker-pool": "a worker pool",
  "concurrency-limit": "a limit on concurrent requests",
  "session-lock": "the lock of a shared session",
  serialised: "a lock that lets one request through at a time",
  "single-threaded-cpu": "a single busy thread",
  "cpu-saturated": "a full CPU",
  "thread-thrash": "threads in each other's way",
  "memory-pressure": "memory pressure",
  "disk-wait": "the disk",
  steal: "CPU taken by other virtual machines",
  "rate-limit": "a rate limit",
  "accept-queue": "a full accept queue",
  "port-exhaustion": "a lack of free ports",
  bandwidth: "the bandwidth",
  "downstream-timeout": "a downstream service that times out",
  "generator-saturated": "the load generator",
  "errors-dominate": "errors",
};

const causeOf = ({ id }: Verdict): string | null =>
  (BOTTLENECK_IDS as readonly string[]).includes(id) ? CAUSES[id as BottleneckId] : null;

/** What became of the bottleneck, to follow a semicolon; null: neither session names one, nor says that there is none. */
export function bottleneckMove(before: Verdict, after: Verdict): string | null {
  const [from, to] = [causeOf(before), causeOf(after)];
  if (from !== null && to !== null) return from === to ? `the bottleneck is still ${to}` : `the bottleneck moved from ${from} to ${to}`;
  if (from !== null)
    return after.id === "healthy" ? `${from} is the bottleneck no more` : `it was ${from}, and what limits it now is not known`;
  if (to !== null) return before.id === "healthy" ? `${to} is a bottleneck now` : `the bottleneck now is ${to}`;
  return null;
}
