import type { ThreadGroup } from "../../../app/model/sample.ts";
import { perSecond } from "../rate.ts";
import type { ThreadStates } from "./threadStates.ts";

/** A thread's name, at most 15 characters, and the CPU time it has used. */
export interface NamedTime {
  readonly name: string;
  readonly cpuTicks: number;
}

const MOST_GROUPS = 8;

/**
 * Threads that collect garbage, by the names their runtimes give them: HotSpot's Serial (VM Thread), Parallel, G1, CMS, Z and Shenandoah;
 * V8's helpers, which compile as well; .NET's. Go's collector has no threads of its own.
 */
const COLLECTOR =
  /^(VM Thread|GC Thread|ParGC|G1 |CMS |Concurrent Mark|Shenandoah|(Z|X)(Driver|Director|Worker|Uncommitter|Unmapper)|V8 ?Worker|\.NET .*GC)/;

/** Which threads used the CPU between two readings: groups by name, the busiest first, and the collector's share. */
export interface GroupCores {
  readonly groups: ThreadGroup[];
  readonly collectorCores: number | null; // null: no thread is called like a collector's
}

/** Only threads in both readings count: one that is new brings the time of its whole life along. Null if there is none. */
export function groupCores(before: ThreadStates | null, after: ThreadStates, ticksPerSecond: number): GroupCores | null {
  const intervalMs = after.atMs - (before?.atMs ?? after.atMs);
  const groups = new Map<string, { name: string; threads: number; cpuCores: number }>();
  let collectorCores: number | null = null;
  for (const [thread, { name, cpuTicks }] of after.byThread) {
    const ticks = perSecond(before?.byThread.get(thread)?.cpuTicks, cpuTicks, intervalMs);
    if (ticks === null) continue;
    const cores = ticks / ticksPerSecond;
    const key = groupName(name);
    const group = groups.get(key) ?? { name: key, threads: 0, cpuCores: 0 };
    groups.set(key, { ...group, threads: group.threads + 1, cpuCores: group.cpuCores + cores });
    if (COLLECTOR.test(name)) collectorCores = (collectorCores ?? 0) + cores;
  }
  if (groups.size === 0) return null;
  const busiest = [...groups.values()].sort((a, b) => b.cpuCores - a.cpuCores || b.threads - a.threads);
  return { groups: busiest.slice(0, MOST_GROUPS), collectorCores };
}

/** A name without the number that tells it from its siblings. */
function groupName(name: string): string {
  return name.replace(/[-#_:/ ]*\d+$/, "") || name;
}
