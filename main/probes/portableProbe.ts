import { cpus } from "node:os";
import { type Backend, type HostReading, NO_HOST_READING, NO_TARGET_READING, type TargetReading } from "../../app/model/sample.ts";
import type { Probe, Reading } from "./probe.ts";
import { type Connection, connections, type MemoryUse, memoryUse, type ProcessUse, processUses } from "./systemInformation.ts";

export interface PortableProbeOptions {
  readonly port: number | null;
  readonly pid: number | null;
  readonly ownPid: number;
}

/** Programs are started for memory, processes and sockets: at most each second, and at most a fifth of the time. */
const SLOW_BEAT_MS = 1000;
const SLOW_SHARE = 0.2;

/** Time the cores spent since boot, ms, all together and one by one. */
interface CoreTimes {
  readonly user: number;
  readonly system: number;
  readonly idle: number;
}

/**
 * The machine where there is no /proc: CPU from node:os, which costs nothing; memory, processes and sockets from
 * systeminformation, read beside the beat, the last answer carried over. Everything else stays null.
 */
export class PortableProbe implements Probe {
  readonly #options: PortableProbeOptions;
  #cores: readonly CoreTimes[] | null = null;
  #memory: MemoryUse | null = null;
  #target: TargetReading | null = null;
  #slow: Promise<void> | null = null;
  #slowDueMs = Number.NEGATIVE_INFINITY;

  constructor(options: PortableProbeOptions) {
    this.#options = options;
  }

  async read(nowMs: number): Promise<Reading> {
    const before = this.#cores;
    this.#cores = coreTimes();
    const first = before === null;
    if (this.#slow === null && nowMs >= this.#slowDueMs) this.#slow = this.#readSlowly(nowMs);
    if (first) await this.#slow; // the baseline may wait, a beat may not
    return { host: hostReading(before, this.#cores, this.#memory), target: this.#target };
  }

  async #readSlowly(nowMs: number): Promise<void> {
    const startedMs = performance.now();
    const { port, pid } = this.#options;
    const wantsTarget = port !== null || pid !== null;
    this.#memory = await memoryUse().catch(() => null);
    const uses = wantsTarget ? await processUses().catch(() => []) : [];
    const sockets = wantsTarget ? await connections().catch(() => null) : null;
    this.#target = targetReading(uses, sockets, this.#options);
    this.#slowDueMs = nowMs + Math.max(SLOW_BEAT_MS, (performance.now() - startedMs) / SLOW_SHARE);
    this.#slow = null;
  }
}

/** The listener (or the explicit pid) and its descendants, out of a process list and a socket list. */
export function targetReading(
  uses: readonly ProcessUse[],
  sockets: readonly Connection[] | null,
  { port, pid, ownPid }: PortableProbeOptions,
): TargetReading | null {
  const owners = (sockets ?? []).filter((socket) => socket.listening && socket.localPort === port).map((socket) => socket.pid);
  const others = owners.filter((owner) => owner !== ownPid);
  const root = uses.find((use) => use.pid === (pid ?? nearestTheRoot(uses, others.length > 0 ? others : owners)));
  if (!root) return null;
  const members = new Set([root.pid]);
  for (let grown = 0; grown !== members.size; ) {
    grown = members.size;
    for (const use of uses) if (members.has(use.parentPid) && use.pid !== ownPid) members.add(use.pid);
  }
  const family = uses.filter((use) => members.has(use.pid));
  return {
    ...NO_TARGET_READING,
    pid: root.pid,
    name: root.name,
    processes: family.length,
    cpuCores: family.every((use) => use.cpuCores !== null) ? family.reduce((sum, use) => sum + (use.cpuCores ?? 0), 0) : null,
    rssBytes: family.reduce((sum, use) => sum + use.rssBytes, 0),
    backends: sockets && backends(sockets, members, port),
  };
}

function nearestTheRoot(uses: readonly ProcessUse[], owners: readonly number[]): number | undefined {
  const parents = new Map(uses.map((use) => [use.pid, use.parentPid]));
  return owners.find((owner) => !owners.includes(parents.get(owner) ?? -1)) ?? owners[0];
}

function backends(sockets: readonly Connection[], members: ReadonlySet<number>, port: number | null): Backend[] {
  const own = sockets.filter((socket) => members.has(socket.pid));
  const served = new Set(own.filter((socket) => socket.listening).map((socket) => socket.localPort));
  if (port !== null) served.add(port);
  const counts = new Map<string, number>();
  for (const { listening, localPort, peer } of own) {
    if (!listening && !served.has(localPort)) counts.set(peer, (counts.get(peer) ?? 0) + 1);
  }
  return [...counts].map(([address, count]) => ({ address, connections: count })).sort((a, b) => b.connections - a.connections);
}

function hostReading(before: readonly CoreTimes[] | null, after: readonly CoreTimes[], memory: MemoryUse | null): HostReading {
  const all = before && shares(sum(before), sum(after));
  const busiest = before?.length === after.length ? after.map((core, at) => shares(before[at] ?? core, core)) : [];
  const busy = busiest.filter((core) => core !== null).map((core) => core.user + core.system);
  return {
    ...NO_HOST_READING,
    us: all?.user ?? null,
    sy: all?.system ?? null,
    id: all?.idle ?? null,
    busiestCorePercent: busy.length > 0 ? Math.max(...busy) : null,
    memoryUsedBytes: memory?.usedBytes ?? null,
    swapUsedBytes: memory?.swapUsedBytes ?? null,
  };
}

/** Percent of the time that passed; null if none did. */
function shares(before: CoreTimes, after: CoreTimes): CoreTimes | null {
  const user = Math.max(0, after.user - before.user);
  const system = Math.max(0, after.system - before.system);
  const idle = Math.max(0, after.idle - before.idle);
  const total = user + system + idle;
  return total > 0 ? { user: (100 * user) / total, system: (100 * system) / total, idle: (100 * idle) / total } : null;
}

function sum(cores: readonly CoreTimes[]): CoreTimes {
  const total = (key: keyof CoreTimes): number => cores.reduce((value, core) => value + core[key], 0);
  return { user: total("user"), system: total("system"), idle: total("idle") };
}

function coreTimes(): CoreTimes[] {
  return cpus().map(({ times }) => ({ user: times.user + times.nice, system: times.sys + times.irq, idle: times.idle }));
}
