import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { unreadable } from "./unreadable.ts";

/** A folder of the control-group file system, of either version, that bounds the CPU of a process. */
export interface CpuGroup {
  readonly path: string;
  readonly version: 1 | 2;
}

/** What a control group may use and how often it was held back, since the group began. */
export interface CpuQuota {
  readonly cores: number | null; // null: no quota
  readonly periods: number;
  readonly throttledPeriods: number;
  readonly throttledUs: number; // summed over cores
}

/**
 * The control groups over a process that can bound its CPU, its own first: from the texts of /proc/PID/cgroup (cgroups(7)) and
 * /proc/self/mountinfo (proc_pid_mountinfo(5)). A quota of any of them holds. Empty if the CPU controller is not mounted here.
 */
export function cpuGroups(cgroup: string, mountinfo: string): CpuGroup[] {
  const mounts = mountinfo.split("\n").flatMap((line): { root: string; point: string; version: 1 | 2 }[] => {
    const [before = "", after = ""] = line.split(" - ", 2);
    const [, , , root, point] = before.split(" ");
    const [type, , options = ""] = after.split(" ");
    if (root === undefined || point === undefined) return [];
    if (type === "cgroup" && options.split(",").includes("cpu")) return [{ root, point, version: 1 }];
    return type === "cgroup2" ? [{ root, point, version: 2 }] : [];
  });
  const lines = cgroup.split("\n").map((line) => /^\d+:([^:]*):(.*)$/.exec(line));
  return mounts.flatMap(({ root, point, version }) => {
    const own = lines.find((line) => line && (version === 1 ? line[1]?.split(",").includes("cpu") : line[1] === ""))?.[2];
    if (own === undefined) return [];
    const below = root !== "/" && `${own}/`.startsWith(`${root}/`) ? own.slice(root.length) : own; // a container sees its own group as the root
    return ancestry(below).map((path) => ({ path: `${point}${path}`, version }));
  });
}

/** "/a/b" -> "/a/b", "/a", "". A path outside of what is mounted ("/../x") leads nowhere: only the root is left. */
function ancestry(path: string): string[] {
  if (path === "" || path === "/" || path.includes("/..")) return [""];
  return [path, ...ancestry(dirname(path))];
}

/** Null where the group does not tell: the root of version 2, a group without the controller. */
export function readCpuQuota({ path, version }: CpuGroup): CpuQuota | null {
  const text = (name: string): string => readFileSync(`${path}/${name}`, "utf8");
  try {
    const quota = version === 2 ? parseCpuMax(text("cpu.max")) : quotaOf(text("cpu.cfs_quota_us"), text("cpu.cfs_period_us"));
    return { cores: quota, ...parseCpuStat(text("cpu.stat")) };
  } catch {
    return null;
  }
}

/** Parses cpu.max of version 2, "200000 100000" or "max 100000": quota and period, µs. Cores, or null without a quota. */
export function parseCpuMax(text: string): number | null {
  const [quota = "", period = ""] = text.trim().split(" ");
  return quotaOf(quota, period);
}

function quotaOf(quota: string, period: string): number | null {
  const [quotaUs, periodUs] = [quota, period].map(Number);
  return quotaUs !== undefined && periodUs !== undefined && quotaUs > 0 && periodUs > 0 ? quotaUs / periodUs : null;
}

/**
 * Parses cpu.stat: nr_periods, nr_throttled, and throttled_usec (version 2) or throttled_time in ns (version 1).
 * @throws PlateauError PROBE_UNREADABLE if one of them is missing
 */
export function parseCpuStat(text: string): Omit<CpuQuota, "cores"> {
  const counter = (name: string): number | undefined => {
    const found = new RegExp(`^${name} (\\d+)$`, "m").exec(text);
    return found ? Number(found[1]) : undefined;
  };
  const [periods, throttledPeriods, ns] = [counter("nr_periods"), counter("nr_throttled"), counter("throttled_time")];
  const throttledUs = counter("throttled_usec") ?? (ns === undefined ? undefined : ns / 1000);
  if (periods === undefined || throttledPeriods === undefined || throttledUs === undefined)
    throw unreadable("cpu.stat", "nr_periods, nr_throttled and throttled_usec or throttled_time", text);
  return { periods, throttledPeriods, throttledUs };
}
