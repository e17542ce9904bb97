import type { TargetReading } from "../../../app/model/sample.ts";
import { perSecond } from "../rate.ts";
import { type CpuQuota, cpuGroups, readCpuQuota } from "./cgroup.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";

export type Throttling = Pick<TargetReading, "quotaCores" | "throttledShare" | "throttledCores">;

/** Follows the CPU quota over a process: of several one above the other, the tightest, and the one that held back most. */
export class ThrottlingReader {
  readonly #proc: ProcFolder;
  #before: { readonly atMs: number; readonly byPath: ReadonlyMap<string, CpuQuota> } | null = null;

  constructor(proc: ProcFolder) {
    this.#proc = proc;
  }

  /** Null if the process's control group cannot be found or does not tell. */
  read(pid: number, atMs: number): Throttling | null {
    const groups = orNull(() => cpuGroups(this.#proc.text(`${pid}/cgroup`), this.#proc.text("self/mountinfo"))) ?? [];
    const byPath = new Map(
      groups.map((group) => [group.path, readCpuQuota(group)] as const).filter((entry): entry is [string, CpuQuota] => entry[1] !== null),
    );
    const before = this.#before;
    this.#before = { atMs, byPath };
    return byPath.size === 0 ? null : throttling(before?.byPath ?? null, byPath, atMs - (before?.atMs ?? atMs));
  }
}

/** Nothing is throttled without a quota: zero, not missing. */
export function throttling(
  before: ReadonlyMap<string, CpuQuota> | null,
  after: ReadonlyMap<string, CpuQuota>,
  intervalMs: number,
): Throttling {
  const bounded = [...after].filter(([, { cores }]) => cores !== null);
  if (bounded.length === 0) return { quotaCores: null, throttledShare: 0, throttledCores: 0 };
  const over = bounded.flatMap(([path, now]) => {
    const earlier = before?.get(path);
    const usPerSecond = perSecond(earlier?.throttledUs, now.throttledUs, intervalMs);
    if (!earlier || usPerSecond === null) return [];
    const periods = now.periods - earlier.periods;
    return [{ share: periods > 0 ? (now.throttledPeriods - earlier.throttledPeriods) / periods : 0, cores: usPerSecond / 1e6 }];
  });
  return {
    quotaCores: Math.min(...bounded.map(([, { cores }]) => cores ?? Number.POSITIVE_INFINITY)),
    throttledShare: over.length === 0 ? null : Math.min(1, Math.max(...over.map(({ share }) => share))),
    throttledCores: over.length === 0 ? null : Math.max(...over.map(({ cores }) => cores)),
  };
}
