import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parsePidStat } from "../../../../main/probes/linux/pidStat.ts";
import { ProcFolder } from "../../../../main/probes/linux/procFolder.ts";
import { groupCores } from "../../../../main/probes/linux/threadGroups.ts";
import { readThreadStates, type ThreadStates } from "../../../../main/probes/linux/threadStates.ts";
import { waitByCall, waitByChannel } from "../../../../main/probes/linux/waitKind.ts";
import { WAITING } from "../capture.ts";

const proc = new ProcFolder(WAITING);
const PID = 6845;

/** What its README says of each thread. */
const TRUTH = {
  6845: "sleep",
  6925: "file-lock",
  6926: "file-lock",
  6927: "socket",
  6928: "socket",
  6929: "socket",
  6930: "pipe",
  6931: "sleep",
  6932: "lock",
  6933: "poll",
  6934: "poll",
  6935: "child",
} as const;

test("every thread is counted where it waits", () => {
  expect(readThreadStates(proc, [PID], 0).waits).toEqual({
    ...{ sleep: 2, "file-lock": 2, socket: 3, pipe: 1, lock: 1, poll: 2, child: 1 },
  });
});

describe.each(Object.entries(TRUTH))("thread %s waits in %s", (thread, kind) => {
  const text = (name: string) => proc.text(`${PID}/task/${thread}/${name}`);
  test("by the kernel's function", () => {
    expect(waitByChannel(parsePidStat(text("stat")).state, text("wchan"))).toBe(kind);
  });
  test("by its system call, where the function is hidden", () => {
    expect(waitByChannel("S", "0")).toBeNull();
    expect(waitByCall(text("syscall"), (fd) => proc.link(PID, fd), "x64")).toBe(kind);
  });
});

test.each([
  // what                                        state channel                    kind
  ["a thread that runs", "R", null, "cpu"],
  ["a thread that is stopped", "T", "do_signal_stop", "stopped"],
  ["a disk, whatever the function", "D", "some_new_function", "disk"],
  ["a disk, the function hidden", "D", "0", "disk"],
  ["a lock of the kernel's, not a disk", "D", "rwsem_down_write_slowpath", "other"],
  ["a page of a file", "D", "folio_wait_bit_common", "disk"],
  ["a lock of an older kernel", "S", "futex_wait_queue_me", "lock"],
  ["an event loop", "S", "do_epoll_wait", "poll"],
  ["an event loop of an older kernel", "S", "ep_poll", "poll"],
  ["poll(2) of an older kernel", "S", "do_sys_poll", "poll"],
  ["select(2)", "S", "do_select", "poll"],
  ["a name nobody knows", "S", "some_new_function", "other"],
  ["nothing told", "S", null, null],
] as const)("%s", (_what, state, channel, kind) => {
  expect(waitByChannel(state, channel)).toBe(kind);
});

test("a read waits in what its file is", () => {
  const call = "0 0x8 0x7fbc0 0x1 0x0 0x0 0x0 0x7ffc 0x7f55";
  const of = (link: string | null) => waitByCall(call, (fd) => (fd === 8 ? link : null), "x64");
  expect([of("socket:[77]"), of("pipe:[77]"), of("/srv/data"), of("/dev/pts/0"), of(null)]).toEqual([
    "socket",
    "pipe",
    "disk",
    "other",
    "other",
  ]);
  expect([waitByCall("running", () => null), waitByCall("-1 0x7ffc 0x7f55", () => null), waitByCall(call, () => null, "mips")]).toEqual([
    "cpu",
    "other",
    "other",
  ]);
});

describe("threads by name", () => {
  const states = (atMs: number, threads: Record<number, [string, number]>): ThreadStates => ({
    atMs,
    byThread: new Map(Object.entries(threads).map(([thread, [name, cpuTicks]]) => [Number(thread), { name, cpuTicks }])),
    waits: {},
  });
  const before = states(0, {
    1: ["java", 5],
    2: ["GC Thread#0", 100],
    3: ["GC Thread#1", 10],
    4: ["http-nio-8080-e", 7],
    5: ["VM Thread", 0],
  });

  test("are added up without their numbers, the busiest group first; the collector's apart", () => {
    const after = states(1000, {
      1: ["java", 5],
      2: ["GC Thread#0", 180],
      3: ["GC Thread#1", 80],
      4: ["http-nio-8080-e", 17],
      5: ["VM Thread", 20],
      6: ["http-nio-8080-e", 999],
    });
    const found = groupCores(before, after, 100);
    expect(found?.groups).toEqual([
      { name: "GC Thread", threads: 2, cpuCores: 1.5 },
      { name: "VM Thread", threads: 1, cpuCores: 0.2 },
      { name: "http-nio-8080-e", threads: 1, cpuCores: 0.1 },
      { name: "java", threads: 1, cpuCores: 0 },
    ]);
    expect(found?.collectorCores).toBeCloseTo(1.7);
  });

  test("that collect nothing leave the collector missing", () => {
    expect(groupCores(states(0, { 1: ["gunicorn", 5] }), states(1000, { 1: ["gunicorn", 105] }), 100)).toEqual({
      groups: [{ name: "gunicorn", threads: 1, cpuCores: 1 }],
      collectorCores: null,
    });
  });

  test("need a reading before", () => {
    expect(groupCores(null, before, 100)).toBeNull();
  });
});

test.runIf(process.platform === "linux")("this process's own threads are told: the one that reads runs, helpers wait for work", () => {
  const { waits } = readThreadStates(new ProcFolder(), [process.pid], 0);
  expect(waits.cpu).toBeGreaterThanOrEqual(1);
  expect(waits.lock).toBeGreaterThanOrEqual(3);
  expect(waits.poll).toBeGreaterThanOrEqual(1);
  expect(waits.other ?? 0).toBeLessThanOrEqual(1);
});

test.runIf(process.platform === "linux" && spawnSync("flock", ["-V"]).error === undefined)(
  "a process of this machine that waits for another's lock on a file is found there",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "plateau-lock-"));
    const begin = () => spawn("flock", [join(folder, "session"), "sleep", "20"], { stdio: "ignore", detached: true });
    const holder = begin();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const waiter = begin();
    try {
      await expect
        .poll(() => readThreadStates(new ProcFolder(), [waiter.pid ?? 0], 0).waits, { timeout: 3000 })
        .toEqual({ "file-lock": 1 });
    } finally {
      for (const child of [waiter, holder]) process.kill(-(child.pid ?? 0)); // the sleep as well
      rmSync(folder, { recursive: true });
    }
  },
);
