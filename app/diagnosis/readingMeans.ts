import {
  type Backend,
  type HostReading,
  NO_HOST_READING,
  NO_TARGET_READING,
  type TargetReading,
  type ThreadGroup,
  WAIT_KINDS,
  type Waits,
} from "../model/sample.ts";
import { mean } from "../statistics/moments.ts";

/** Mean of every reading of the host; one that was never there stays null. */
export function meanHost(readings: readonly HostReading[]): HostReading {
  const means = Object.keys(NO_HOST_READING).map((key) => [key, meanOrNull(readings.map((reading) => reading[key as keyof HostReading]))]);
  return Object.fromEntries(means) as HostReading;
}

/** The readings of the target that are one number. */
type Count = Exclude<keyof typeof NO_TARGET_READING, "backends" | "waits" | "threadGroups">;
const COUNTS = Object.keys(NO_TARGET_READING).filter(
  (key): key is Count => key !== "backends" && key !== "waits" && key !== "threadGroups",
);

/**
 * Means of the target's readings; of what is only whole at its fullest (processes, workers, connections to backends) the
 * most. Null when it was never seen.
 */
export function meanTarget(readings: readonly TargetReading[]): TargetReading | null {
  const last = readings.at(-1);
  if (last === undefined) return null;
  const known = <T>(pick: (reading: TargetReading) => T | null | undefined): T[] => readings.map(pick).filter((value) => value != null);
  const means = Object.fromEntries(COUNTS.map((key) => [key, meanOrNull(readings.map((reading) => reading[key]))]));
  const workers = known((r) => r.workers);
  return {
    ...NO_TARGET_READING,
    ...(means as Pick<TargetReading, Count>),
    pid: last.pid,
    name: last.name,
    processes: Math.max(...readings.map((reading) => reading.processes)),
    workers: workers.length === 0 ? null : Math.max(...workers),
    backends: mostPerBackend(known((r) => r.backends)),
    waits: meanWaits(known((r) => r.waits)),
    threadGroups: meanGroups(known((r) => r.threadGroups)),
  };
}

/** The most connections seen to each address: a pool fills up and stays, a reading may catch it in between. */
function mostPerBackend(readings: readonly (readonly Backend[])[]): Backend[] | null {
  if (readings.length === 0) return null;
  const most = new Map<string, number>();
  for (const { address, connections } of readings.flat()) most.set(address, Math.max(connections, most.get(address) ?? 0));
  return [...most].map(([address, connections]) => ({ address, connections })).sort((a, b) => b.connections - a.connections);
}

/** Threads waiting in each kind, on average; a reading that did not find one there counts as none. */
function meanWaits(readings: readonly Waits[]): Waits | null {
  if (readings.length === 0) return null;
  const means = WAIT_KINDS.map((kind) => [kind, mean(readings.map((waits) => waits[kind] ?? 0))] as const);
  return Object.fromEntries(means.filter(([, threads]) => threads > 0));
}

/** Every group's mean over all readings: the CPU of one that came and went is not the CPU of one that stayed. */
function meanGroups(readings: readonly (readonly ThreadGroup[])[]): ThreadGroup[] | null {
  if (readings.length === 0) return null;
  const byName = new Map<string, ThreadGroup[]>();
  for (const group of readings.flat()) byName.set(group.name, [...(byName.get(group.name) ?? []), group]);
  const over = (groups: readonly ThreadGroup[], pick: (group: ThreadGroup) => number): number =>
    groups.reduce((sum, group) => sum + pick(group), 0) / readings.length;
  return [...byName]
    .map(([name, groups]) => ({ name, threads: over(groups, (g) => g.threads), cpuCores: over(groups, (g) => g.cpuCores) }))
    .sort((a, b) => b.cpuCores - a.cpuCores || b.threads - a.threads);
}

/** A recording of an earlier Plateau, made of events and never parsed, may lack a reading: that is missing as well. */
function meanOrNull(values: readonly (number | null | undefined)[]): number | null {
  const known = values.filter((value) => value != null);
  return known.length === 0 ? null : mean(known);
}
