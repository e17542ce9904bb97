import { expect, test } from "vitest";
import { parsePidStatus } from "../../../../main/probes/linux/pidStatus.ts";
import { ProcFolder } from "../../../../main/probes/linux/procFolder.ts";
import { parseSchedstat } from "../../../../main/probes/linux/schedstat.ts";
import { readThreadSwitches, readThreadTimes } from "../../../../main/probes/linux/threads.ts";
import { CAPTURED, captured, UNREADABLE } from "../capture.ts";

const proc = new ProcFolder(CAPTURED);

test("a thread's switches are read from its own status", () => {
  expect(parsePidStatus("Name:\tnode\nvoluntary_ctxt_switches:\t150\nnonvoluntary_ctxt_switches:\t9\n")).toEqual({
    voluntary: 150,
    involuntary: 9,
  });
  expect(parsePidStatus(captured("20301/task/20301/status")).voluntary).toBeGreaterThan(0);
});

test("a thread's time is the first of three numbers, the second what it waited for a CPU", () => {
  expect(parseSchedstat("579226 11 2\n")).toEqual({ ranNs: 579226, waitedNs: 11 });
});

test("an unknown status or schedstat is refused", () => {
  expect(() => parsePidStatus("Name:\tnode\n")).toThrow(UNREADABLE);
  expect(() => parseSchedstat("0\n")).toThrow(UNREADABLE);
});

test("every thread of every process is read", () => {
  const cpu = readThreadTimes(proc, [20301, 20302], 0, 100);
  expect(cpu.byThread.size).toBe(proc.threads(20301).length + proc.threads(20302).length);
  expect(cpu.byThread.get(20301)?.ranMs).toBeGreaterThan(10); // ms; it had served requests
  expect(readThreadSwitches(proc, [20301, 20302], 0).byThread.size).toBe(cpu.byThread.size);
});

test("a process that has ended is left out", () => {
  expect(readThreadTimes(proc, [1, 20301], 0, 100).byThread.size).toBe(proc.threads(20301).length);
});
