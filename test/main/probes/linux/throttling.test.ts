import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type CpuQuota, cpuGroups, parseCpuMax, parseCpuStat } from "../../../../main/probes/linux/cgroup.ts";
import { orNull, ProcFolder } from "../../../../main/probes/linux/procFolder.ts";
import { ThrottlingReader, throttling } from "../../../../main/probes/linux/throttling.ts";
import { UNREADABLE } from "../capture.ts";

const V2 = "42 32 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";
const V1 =
  "33 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid - cgroup cgroup rw,cpu,cpuacct\n36 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
const CONTAINER =
  "900 880 0:29 /docker/4f1c /sys/fs/cgroup/cpu ro,nosuid master:11 - cgroup cgroup rw,cpu\n1 1 8:1 / / rw - ext4 /dev/sda1 rw\n";

test.each([
  // what                                     /proc/PID/cgroup                           mountinfo   folders
  [
    "a service of version 2, and what it is in",
    "0::/system.slice/web.service\n",
    V2,
    ["/system.slice/web.service", "/system.slice", ""].map((p) => `/sys/fs/cgroup${p}`),
  ],
  [
    "version 1, of which only the CPU's counts",
    "5:memory:/m\n4:cpu,cpuacct:/web\n0::/\n",
    V1,
    ["/sys/fs/cgroup/cpu,cpuacct/web", "/sys/fs/cgroup/cpu,cpuacct"],
  ],
  ["a container that sees its own group as the root", "4:cpu:/docker/4f1c\n", CONTAINER, ["/sys/fs/cgroup/cpu"]],
  ["one a container does not see", "0::/../other\n", V2, ["/sys/fs/cgroup"]],
  ["nothing mounted", "0::/web\n", "", []],
])("%s", (_what, cgroup, mountinfo, folders) => {
  expect(cpuGroups(cgroup, mountinfo).map(({ path }) => path)).toEqual(folders);
});

test("a quota is in cores", () => {
  expect([parseCpuMax("150000 100000\n"), parseCpuMax("max 100000\n")]).toEqual([1.5, null]);
});

test("both versions tell how often they held back", () => {
  expect(parseCpuStat("usage_usec 9\nnr_periods 10\nnr_throttled 4\nthrottled_usec 250000\n")).toEqual({
    ...{ periods: 10, throttledPeriods: 4, throttledUs: 250_000 },
  });
  expect(parseCpuStat("nr_periods 10\nnr_throttled 4\nthrottled_time 250000000\n")).toMatchObject({ throttledUs: 250_000 });
  expect(() => parseCpuStat("usage_usec 9\n")).toThrow(UNREADABLE); // the root of version 2
});

const quota = (cores: number | null, periods: number, throttledPeriods: number, throttledUs: number): CpuQuota => ({
  cores,
  periods,
  throttledPeriods,
  throttledUs,
});

test("of several quotas the tightest, and the one that held back most", () => {
  const before = new Map([
    ["/pod/web", quota(2, 100, 10, 1e6)],
    ["/pod", quota(1.5, 100, 0, 0)],
    ["/", quota(null, 0, 0, 0)],
  ]);
  const after = new Map([
    ["/pod/web", quota(2, 110, 10, 1e6)],
    ["/pod", quota(1.5, 110, 4, 0.5e6)],
    ["/", quota(null, 0, 0, 0)],
  ]);
  expect(throttling(before, after, 1000)).toEqual({ quotaCores: 1.5, throttledShare: 0.4, throttledCores: 0.5 });
  expect(throttling(null, after, 0)).toEqual({ quotaCores: 1.5, throttledShare: null, throttledCores: null });
});

test("without a quota nothing is held back", () => {
  const groups = new Map([["/", quota(null, 0, 0, 0)]]);
  expect(throttling(groups, groups, 1000)).toEqual({ quotaCores: null, throttledShare: 0, throttledCores: 0 });
});

/** A group of its own that may use a fifth of a core; null where this user may make none. */
function madeGroup(): string | null {
  const groups = orNull(() => cpuGroups(readFileSync("/proc/self/cgroup", "utf8"), readFileSync("/proc/self/mountinfo", "utf8"))) ?? [];
  for (const { path, version } of groups) {
    const made = `${path}/plateau-test-${process.pid}`;
    const limited = orNull(() => {
      mkdirSync(made);
      if (version === 2) writeFileSync(`${made}/cpu.max`, "20000 100000");
      else writeFileSync(`${made}/cpu.cfs_quota_us`, "20000");
      return made;
    });
    if (limited !== null) return limited;
    orNull(() => rmdirSync(made));
  }
  return null;
}

const folder = madeGroup();
if (folder === null) console.warn("skipped: no control group can be made here, so nothing is throttled for real");

test.runIf(folder !== null)("a process that wants a core and may have a fifth is seen held back", async () => {
  const child = spawn(process.execPath, ["-e", "for (const end = Date.now() + 20000; Date.now() < end; );"], { stdio: "ignore" });
  try {
    writeFileSync(`${folder}/cgroup.procs`, String(child.pid));
    const reader = new ThrottlingReader(new ProcFolder());
    reader.read(child.pid ?? 0, performance.now());
    await new Promise((resolve) => setTimeout(resolve, 1200));
    const reading = reader.read(child.pid ?? 0, performance.now());
    expect(reading?.quotaCores).toBeCloseTo(0.2);
    expect(reading?.throttledShare).toBeGreaterThan(0.7);
    expect(reading?.throttledCores).toBeGreaterThan(0); // how much, depends on what else this machine does
  } finally {
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    rmdirSync(folder as string);
  }
});
