import type { HostReading } from "../../../app/model/sample.ts";
import { perSecond } from "../rate.ts";
import { diskRates } from "./diskRates.ts";
import type { HostCounters } from "./hostCounters.ts";
import type { LocalPorts } from "./localPorts.ts";
import type { CpuTicks, ProcStat } from "./procStat.ts";

/** Turns two successive readings into rates over the time between them; null wherever a reading is missing. */
export function hostReading(before: HostCounters | null, after: HostCounters, ports: LocalPorts | null = null): HostReading {
  const intervalMs = after.atMs - (before?.atMs ?? after.atMs);
  const cpu = percents(before?.stat?.all, after.stat?.all);
  const rate = (counter: (counters: HostCounters) => number | null | undefined): number | null =>
    perSecond(before && counter(before), counter(after), intervalMs);
  const stalled = (counter: (pressure: HostCounters["pressure"]) => number | null | undefined): number | null =>
    stalledPercent(rate(({ pressure }) => counter(pressure)));
  return {
    us: cpu?.user ?? null,
    sy: cpu?.system ?? null,
    id: cpu?.idle ?? null,
    wa: cpu?.wait ?? null,
    st: cpu?.stolen ?? null,
    busiestCorePercent: busiestCore(before?.stat, after.stat),
    contextSwitchesPerSecond: rate(({ stat }) => stat?.contextSwitches),
    interruptsPerSecond: rate(({ stat }) => stat?.interrupts),
    runQueue: after.stat?.runnable ?? null,
    blocked: after.stat?.blocked ?? null,
    memoryUsedBytes: after.memory?.usedBytes ?? null,
    memoryAvailableBytes: after.memory?.availableBytes ?? null,
    swapUsedBytes: after.memory?.swapUsedBytes ?? null,
    swapPagesPerSecond: rate(({ swapPages }) => swapPages),
    pressureCpuPercent: stalled(({ cpu }) => cpu?.someUs),
    pressureIoPercent: stalled(({ io }) => io?.someUs),
    pressureIoFullPercent: stalled(({ io }) => io?.fullUs),
    pressureMemoryPercent: stalled(({ memory }) => memory?.someUs),
    pressureMemoryFullPercent: stalled(({ memory }) => memory?.fullUs),
    listenOverflowsPerSecond: rate(({ netstat }) => netstat?.listenOverflows),
    listenDropsPerSecond: rate(({ netstat }) => netstat?.listenDrops),
    activeOpensPerSecond: rate(({ snmp }) => snmp?.activeOpens),
    passiveOpensPerSecond: rate(({ snmp }) => snmp?.passiveOpens),
    connectFailuresPerSecond: rate(({ snmp }) => snmp?.attemptFails),
    resetsPerSecond: rate(({ snmp }) => snmp?.estabResets),
    retransmitsPerSecond: rate(({ snmp }) => snmp?.retransSegs),
    timeWaitSockets: after.timeWait,
    ...diskRates(before?.disks, after.disks, intervalMs),
    localPorts: ports?.available ?? null,
    localPortsInUse: ports?.inUse ?? null,
  };
}

/**
 * Shares of the ticks that passed, percent. The ticks themselves are the clock, so the five always add up to 100.
 * idle and iowait may go back by a tick when a task changes cores (proc_stat(5)): such a difference is zero.
 */
function percents(before: CpuTicks | undefined, after: CpuTicks | undefined): CpuTicks | null {
  if (!before || !after) return null;
  const grown = (key: keyof CpuTicks): number => Math.max(0, after[key] - before[key]);
  const total = grown("user") + grown("system") + grown("idle") + grown("wait") + grown("stolen");
  if (total === 0) return null;
  const percent = (key: keyof CpuTicks): number => (100 * grown(key)) / total;
  return {
    user: percent("user"),
    system: percent("system"),
    idle: percent("idle"),
    wait: percent("wait"),
    stolen: percent("stolen"),
  };
}

function busiestCore(before: ProcStat | null | undefined, after: ProcStat | null): number | null {
  if (!before || !after) return null;
  let busiest: number | null = null;
  for (const [name, ticks] of after.cores) {
    const core = percents(before.cores.get(name), ticks);
    if (core) busiest = Math.max(busiest ?? 0, core.user + core.system);
  }
  return busiest;
}

/** Microseconds stalled per second, as percent of the interval; PSI's clock runs a little apart from ours, so at most 100. */
function stalledPercent(usPerSecond: number | null): number | null {
  return usPerSecond === null ? null : Math.min(100, usPerSecond / 10_000);
}
