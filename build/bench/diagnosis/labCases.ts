import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmdirSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { startTarget } from "../../../main/lab/lab.ts";
import { startTargetProcess, type TargetProcess } from "../../../main/lab/targetProcess.ts";
import { diskFolder } from "../../../main/lab/targets/diskFolder.ts";
import type { Case, Proof, StagedTarget } from "./case.ts";
import { targetFile } from "./tools.ts";

/** Plateau's own lab, the targets a person can try with `plateau demo`. */
export const labCases: readonly Case[] = [
  lab("connection-pool", 2, ["connection-pool"]),
  lab("connection-pool", 4, ["connection-pool"]),
  lab("connection-pool", 10, ["connection-pool"]),
  lab("worker-pool", 4, ["worker-pool"]),
  lab("worker-pool", 8, ["worker-pool"]),
  lab("session-lock", null, ["session-lock", "serialised"]), // one run cannot tell them apart: both are true
  asked(lab("session-lock", null, ["session-lock"])),
  lab("global-lock", null, ["serialised"]),
  { ...asked(lab("global-lock", null, ["serialised"])), plan: { experiments: "auto", headers: [{ name: "Cookie", value: "SID=demo" }] } },
  lab("single-thread-cpu", null, ["single-threaded-cpu"]),
  lab("all-cores-cpu", null, ["cpu-saturated"]),
  lab("rate-limit", 50, ["rate-limit"]),
  lab("rate-limit", 200, ["rate-limit"]),
  lab("errors", 10, ["errors-dominate"]),
  lab("thread-thrash", 32, ["thread-thrash"]),
  lab("thread-thrash", 20, ["thread-thrash"]),
  lab("memory-pressure", null, ["memory-pressure"]),
  lab("disk-wait", 20, ["disk-wait"]),
  lab("accept-queue", 4, ["accept-queue"]),
  lab("accept-queue", 8, ["accept-queue"]),
  lab("port-exhaustion", null, ["port-exhaustion"]),
  lab("bandwidth", 50, ["bandwidth"]),
  lab("bandwidth", 100, ["bandwidth"]),
  lab("downstream-timeout", 1, ["downstream-timeout"]),
  lab("downstream-timeout", 2, ["downstream-timeout"]),
  { ...lab("periodic-stall", null, ["healthy"]), warning: "periodic-stall", plan: { connections: [1, 10, 50], durationMs: 20_000 } }, // four periods
  lab("healthy", null, ["healthy"]),
];

/** Nothing limits these; each is measured as far as it is meant to go. */
export const healthyCases: readonly Case[] = [
  { ...healthy("5ms"), plan: { connections: [1, 2, 3, 5, 7, 10] } }, // beyond, 10 000 requests/s would fill a small machine
  healthy("50ms"),
  { ...healthy("300ms"), plan: { durationMs: 6_000 } },
  healthy("exponential"),
  { ...healthy("hit-or-miss"), warning: "bimodal-latency" },
  healthy("large-bodies"),
  healthy("computing"),
];

/** A disk as a cloud sells it, so many operations a second: by the kernel's own throttle, which only root may set. */
export const throttledDisk: Case = {
  id: "disk-operations-limit/2000",
  right: ["disk-wait"],
  software: "Node, throttled disk",
  missing: throttleFolder() === null ? "a control group for block devices (root on Linux, cgroup v1 blkio)" : null,
  start: async () => {
    const target = await startTargetProcess("diskWait.ts", ["10"]);
    const group = `${throttleFolder()}/plateau-bench-${target.pid}`;
    mkdirSync(group);
    writeFileSync(`${group}/blkio.throttle.write_iops_device`, `${deviceOf(diskFolder())} 2000`);
    writeFileSync(`${group}/cgroup.procs`, String(target.pid));
    const staged = stagedLab(target);
    return { ...staged, stop: () => staged.stop().then(() => rmdirSync(group)) };
  },
};

function lab(scenario: string, dose: number | null, right: Case["right"]): Case {
  return {
    id: dose === null ? scenario : `${scenario}/${dose}`,
    right,
    software: "Node",
    start: async () => {
      const target = await startTarget(scenario, dose);
      return { ...target, proof: () => proofOf(target) };
    },
  };
}

/** With the experiments that would decide: now the one cause can be told from the other. */
function asked(one: Case): Case {
  return { ...one, id: `${one.id}-asked`, plan: { experiments: "auto" } };
}

function healthy(shape: string): Case {
  return {
    id: `healthy/${shape}`,
    right: ["healthy"],
    software: "Node",
    start: async () => stagedLab(await startTargetProcess(new URL(`file://${targetFile("healthyService.ts")}`), [shape])),
  };
}

function stagedLab(target: TargetProcess): StagedTarget {
  return { url: `http://127.0.0.1:${target.port}/`, plan: {}, proof: () => proofOf(target), stop: () => target.stop() };
}

async function proofOf(target: Pick<TargetProcess, "counts">): Promise<Proof> {
  const { answers, byStatus, serviceSumMs, mostInFlight, symptoms = {} } = await target.counts();
  return { answers, statuses: JSON.stringify(byStatus), meanServiceMs: serviceSumMs / Math.max(1, answers), mostInFlight, ...symptoms };
}

function throttleFolder(): string | null {
  const folder = "/sys/fs/cgroup/blkio";
  try {
    statfsSync(folder);
    return process.getuid?.() === 0 && readFileSync(`${folder}/blkio.throttle.write_iops_device`) !== null ? folder : null;
  } catch {
    return null;
  }
}

/** "254:0": the whole disk a folder lies on, as the kernel numbers it. */
function deviceOf(folder: string): string {
  const { dev } = statSync(folder);
  const numbers = `${dev >> 8}:${dev & 0xff}`;
  const parent = execFileSync("readlink", ["-f", `/sys/dev/block/${numbers}/..`], { encoding: "utf8" }).trim();
  try {
    return readFileSync(`${parent}/dev`, "utf8").trim(); // a partition's disk
  } catch {
    return numbers;
  }
}
