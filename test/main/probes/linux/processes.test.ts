import { expect, test } from "vitest";
import { parseDiskstats } from "../../../../main/probes/linux/diskstats.ts";
import { OpenFilesReader } from "../../../../main/probes/linux/openFiles.ts";
import type { PidStat } from "../../../../main/probes/linux/pidStat.ts";
import { ioRates, parseProcessIo, readProcessIo } from "../../../../main/probes/linux/processIo.ts";
import { ProcFolder } from "../../../../main/probes/linux/procFolder.ts";
import type { ProcessReading } from "../../../../main/probes/linux/targetRates.ts";
import { countWorkers } from "../../../../main/probes/linux/workers.ts";
import { CAPTURED, captured, UNREADABLE, WAITING } from "../capture.ts";

test("disks are read whole: no partitions, nothing made of other disks or of memory", () => {
  const row = (name: string) => `   8       0 ${name} 10 1 80 5 20 2 160 7 3 400 900 0 0 0 0`;
  const text = ["sda", "sda1", "sda12", "nvme0n1", "nvme0n1p1", "mmcblk0", "mmcblk0p2", "xvdb1", "dm-0", "md127", "loop7", "zram0", "sr0"]
    .map(row)
    .join("\n");
  const disks = parseDiskstats(`${text}\n`);
  expect([...disks.keys()]).toEqual(["sda", "nvme0n1", "mmcblk0", "xvdb1"]);
  expect(disks.get("sda")).toEqual({ reads: 10, writes: 20, readBytes: 80 * 512, writtenBytes: 160 * 512, busyMs: 400, queuedMs: 900 });
  expect([...parseDiskstats(captured("diskstats")).keys()]).toEqual(["vda"]);
  expect(() => parseDiskstats("   8       0 sda 10 1 80\n")).toThrow(UNREADABLE);
});

test("a process's bytes are those of disks, not of calls", () => {
  expect(parseProcessIo("rchar: 1\nwchar: 2\nread_bytes: 4096\nwrite_bytes: 8192\ncancelled_write_bytes: 0\n")).toEqual({
    ...{ readBytes: 4096, writtenBytes: 8192 },
  });
  expect(() => parseProcessIo("rchar: 1\n")).toThrow(UNREADABLE);
});

test("bytes per second are of the processes in both readings", () => {
  const proc = new ProcFolder(WAITING);
  const before = readProcessIo(proc, [6845, 9], 0);
  expect([...before.byPid.keys()]).toEqual([6845]);
  expect(ioRates(before, readProcessIo(proc, [6845], 1000))).toEqual({ read: 0, written: 0 });
  const grown = {
    atMs: 500,
    byPid: new Map([
      [6845, { readBytes: 1163264 + 2048, writtenBytes: 12288 + 512 }],
      [7, { readBytes: 1e9, writtenBytes: 1e9 }],
    ]),
  };
  expect(ioRates(before, grown)).toEqual({ read: 4096, written: 1024 });
  expect(ioRates(null, before)).toBeNull();
});

test("of processes with limits of their own, the one nearest its limit is told", () => {
  const limits: Record<string, number> = { "20293/limits": 1000, "20301/limits": 40, "20302/limits": 1_000_000 };
  const proc = new ProcFolder(CAPTURED);
  const folder = Object.assign(new ProcFolder(CAPTURED), {
    text: (path: string) =>
      limits[path] ? `Max open files            ${limits[path]}                 5000                 files     \n` : proc.text(path),
  });
  expect(new OpenFilesReader(folder, 18080).read([20293, 20301, 20302], 0)?.fullest).toEqual({
    openFiles: proc.fds(20301).length,
    limit: 40,
  });
  expect(new OpenFilesReader(proc, 18080).read([20293], 0)?.fullest).toBeNull(); // this capture has no limits
});

test("clients are counted by the process that holds them", () => {
  const clients = new OpenFilesReader(new ProcFolder(CAPTURED), 18080).read([20293, 20301, 20302], 0)?.clientsByPid;
  expect(clients?.get(20293)).toBe(0);
  expect((clients?.get(20301) ?? 0) + (clients?.get(20302) ?? 0)).toBe(3);
});

const HUNDRED_HERTZ = 100;
const reading = (atMs: number, ticks: readonly number[]): ProcessReading => ({
  atMs,
  byPid: new Map(
    ticks.map((cpuTicks, at) => [
      at + 1,
      {
        pid: at + 1,
        name: "n",
        state: "S",
        parentPid: 1,
        cpuTicks,
        systemTicks: 0,
        majorFaults: 0,
        threads: 1,
        startedTicks: 5,
        rssPages: 1,
      } satisfies PidStat,
    ]),
  ),
});

test.each([
  // what                                           ticks in a second       clients of each      workers
  ["a master and four sync workers", [0, 20, 21, 19, 20], [0, 1, 0, 1, 1], 4],
  ["a master that hands out connections", [2, 90, 95], [0, 0, 0], 2],
  ["workers that wait for their backend", [0, 0, 0, 0], [0, 1, 1, 1], 3],
  ["one process", [40], [10], 1],
  ["nobody at work", [0, 0], [0, 0], 0],
  ["a helper beside the one that serves", [5, 90], [0, 7], 1],
])("%s", (_what, ticks, clients, workers) => {
  const before = reading(
    0,
    ticks.map(() => 100),
  );
  const after = reading(
    1000,
    ticks.map((used) => 100 + used),
  );
  const held = new Map(clients.map((count, at) => [at + 1, count]));
  expect(countWorkers(before, after, held, HUNDRED_HERTZ)).toBe(workers);
});
