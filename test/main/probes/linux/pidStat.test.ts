import { expect, test } from "vitest";
import { parsePidStat } from "../../../../main/probes/linux/pidStat.ts";
import { captured, UNREADABLE } from "../capture.ts";

const REST = "S 7 4242 4242 0 -1 4194560 98 0 3 0 31 12 5 6 20 0 30 0 122189 3133440 386 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1";

test("reads CPU time without children, threads, parent, start and resident pages", () => {
  expect(parsePidStat(`4242 (node) ${REST}\n`)).toEqual({
    pid: 4242,
    name: "node",
    state: "S",
    parentPid: 7,
    cpuTicks: 43,
    systemTicks: 12,
    majorFaults: 3,
    threads: 30,
    startedTicks: 122189,
    rssPages: 386,
  });
});

test.each(["(a b) c)", "a) R 1 (b", "", ") S", "two\nlines", "postgres: x(1) idle"])('a process may call itself "%s"', (name) => {
  expect(parsePidStat(`4242 (${name}) ${REST}`)).toMatchObject({ pid: 4242, name, state: "S", parentPid: 7 });
});

test("reads captured processes and threads", () => {
  expect(parsePidStat(captured("20301/stat"))).toMatchObject({ pid: 20301, name: "MainThread", parentPid: 20293 });
  expect(parsePidStat(captured("20301/task/20301/stat")).pid).toBe(20301);
});

test("refuses what is not a stat line", () => {
  for (const text of ["", "4242 node S 7", "4242 (node) S 7 4242", `x (node) ${REST}`])
    expect(() => parsePidStat(text)).toThrow(UNREADABLE);
});
