import { type Backend, type HostReading, NO_HOST_READING, type TargetReading } from "../model/sample.ts";
import { mean } from "../statistics/moments.ts";

/** Mean of every reading of the host; one that was never there stays null. */
export function meanHost(readings: readonly HostReading[]): HostReading {
  const means = Object.keys(NO_HOST_READING).map((key) => [key, meanOrNull(readings.map((reading) => reading[key as keyof HostReading]))]);
  return Object.fromEntries(means) as HostReading;
}

/** Means of the target's readings; of processes and connections to backends the most. Null when it was never seen. */
export function meanTarget(readings: readonly TargetReading[]): TargetReading | null {
  const last = readings.at(-1);
  if (last === undefined) return null;
  const over = (pick: (reading: TargetReading) => number | null): number | null => meanOrNull(readings.map(pick));
  return {
    pid: last.pid,
    name: last.name,
    processes: Math.max(...readings.map((reading) => reading.processes)),
    cpuCores: over((r) => r.cpuCores),
    busiestThreadCores: over((r) => r.busiestThreadCores),
    threads: over((r) => r.threads),
    rssBytes: over((r) => r.rssBytes),
    voluntarySwitchesPerSecond: over((r) => r.voluntarySwitchesPerSecond),
    involuntarySwitchesPerSecond: over((r) => r.involuntarySwitchesPerSecond),
    openFiles: over((r) => r.openFiles),
    backends: mostPerBackend(readings.flatMap((r) => (r.backends === null ? [] : [r.backends]))),
  };
}

/** The most connections seen to each address: a pool fills up and stays, a reading may catch it in between. */
function mostPerBackend(readings: readonly (readonly Backend[])[]): Backend[] | null {
  if (readings.length === 0) return null;
  const most = new Map<string, number>();
  for (const { address, connections } of readings.flat()) most.set(address, Math.max(connections, most.get(address) ?? 0));
  return [...most].map(([address, connections]) => ({ address, connections })).sort((a, b) => b.connections - a.connections);
}

function meanOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : mean(known);
}
