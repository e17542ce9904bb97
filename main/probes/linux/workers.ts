import { perSecond } from "../rate.ts";
import type { ProcessReading } from "./targetRates.ts";

const WORKER_CORES = 0.01; // a master that wakes each second to look after its workers uses less
const WORKER_SHARE = 0.1; // of the busiest: one that hands out connections works too, but not like a worker

/**
 * How many processes do the work: those that hold clients' connections, and those that use CPU like the busiest of them. A sync worker
 * between two connections has none, a worker that waits for its backend uses no CPU: either is enough.
 */
export function countWorkers(
  before: ProcessReading | null,
  after: ProcessReading,
  clientsByPid: ReadonlyMap<number, number>,
  ticksPerSecond: number,
): number {
  const cores = new Map<number, number>();
  for (const [pid, stat] of after.byPid) {
    const earlier = before?.byPid.get(pid);
    if (!before || earlier?.startedTicks !== stat.startedTicks) continue;
    cores.set(pid, (perSecond(earlier.cpuTicks, stat.cpuTicks, after.atMs - before.atMs) ?? 0) / ticksPerSecond);
  }
  const busiest = Math.max(0, ...cores.values());
  const works = (pid: number): boolean => {
    const used = cores.get(pid) ?? 0;
    return (clientsByPid.get(pid) ?? 0) > 0 || (used >= WORKER_CORES && used >= WORKER_SHARE * busiest);
  };
  return [...after.byPid.keys()].filter(works).length;
}
