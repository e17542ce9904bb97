import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAuxv } from "../../../../main/probes/linux/auxv.ts";
import { parseLimits } from "../../../../main/probes/linux/limits.ts";
import { parseMeminfo } from "../../../../main/probes/linux/meminfo.ts";
import { parseNetstat } from "../../../../main/probes/linux/netstat.ts";
import { parsePressure } from "../../../../main/probes/linux/pressure.ts";
import { parseSockstat } from "../../../../main/probes/linux/sockstat.ts";
import { parseVmstat } from "../../../../main/probes/linux/vmstat.ts";
import { CAPTURED, captured, UNREADABLE } from "../capture.ts";

test("memory in use is what is not available, in bytes", () => {
  const text = "MemTotal:  1000 kB\nMemFree:  100 kB\nMemAvailable:  600 kB\nSwapCached:  9 kB\nSwapTotal:  50 kB\nSwapFree:  20 kB\n";
  expect(parseMeminfo(text)).toEqual({ usedBytes: 400 * 1024, availableBytes: 600 * 1024, swapUsedBytes: 30 * 1024 });
  expect(parseMeminfo(captured("meminfo")).usedBytes).toBeGreaterThan(100e6);
});

test("pages swapped in and out are added up", () => {
  expect(parseVmstat("nr_free_pages 77\npswpin 3\npswpout 4\npswpoutx 9\n")).toBe(7);
  expect(parseVmstat(captured("vmstat"))).toBe(0);
});

test("pressure is the totals of some and of full, and not an average", () => {
  const text = "some avg10=1.50 avg60=0.53 avg300=1.19 total=25824213\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=99\n";
  expect(parsePressure(text)).toEqual({ someUs: 25824213, fullUs: 99 });
  expect(parsePressure("some avg10=1.50 avg60=0.53 avg300=1.19 total=7\n")).toEqual({ someUs: 7, fullUs: null });
  for (const resource of ["cpu", "io", "memory"]) expect(parsePressure(captured(`pressure/${resource}`)).someUs).toBeGreaterThanOrEqual(0);
});

test("overflows are found by name, not by place", () => {
  const text = "TcpExt: TW ListenDrops ListenOverflows\nTcpExt: 1 22 11\nIpExt: InNoRoutes\nIpExt: 0\n";
  expect(parseNetstat(text)).toEqual({ listenOverflows: 11, listenDrops: 22 });
  expect(parseNetstat(captured("net/netstat"))).toEqual({ listenOverflows: 0, listenDrops: 0 });
});

test("sockets in TIME_WAIT are those of TCP", () => {
  expect(parseSockstat("sockets: used 13\nTCP: inuse 1 orphan 0 tw 28 alloc 1 mem 0\nUDP: inuse 0 mem 0\n")).toBe(28);
  expect(parseSockstat(captured("net/sockstat"))).toBeGreaterThan(0);
});

test("the kernel's page and tick are read from a process's auxiliary vector", () => {
  expect(parseAuxv(readFileSync(`${CAPTURED}/self/auxv`))).toEqual({ pageBytes: 4096, ticksPerSecond: 100 });
});

test("the limit of open files is the soft one", () => {
  expect(parseLimits(captured("self/limits"))).toBe(20000);
  expect(
    parseLimits(
      "Limit   Soft Limit   Hard Limit   Units\nMax open files            unlimited            unlimited            files     \n",
    ),
  ).toBe(Number.POSITIVE_INFINITY);
});

test.each([
  ["meminfo", () => parseMeminfo("MemTotal:  1000 kB\nMemFree:  100 kB\n")],
  ["vmstat", () => parseVmstat("nr_free_pages 77\n")],
  ["pressure", () => parsePressure("full avg10=0.00 avg60=0.00 avg300=0.00 total=99\n")],
  ["netstat without the name", () => parseNetstat("TcpExt: TW\nTcpExt: 1\n")],
  ["netstat without values", () => parseNetstat("TcpExt: ListenDrops ListenOverflows\n")],
  ["sockstat", () => parseSockstat("TCP: inuse 1\n")],
  ["auxv", () => parseAuxv(Buffer.alloc(32))],
  ["limits", () => parseLimits("Max processes 1 1 x\n")],
])("an unknown %s is refused", (_, parse) => {
  expect(parse).toThrow(UNREADABLE);
});
