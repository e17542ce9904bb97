import { expect, test } from "vitest";
import { parseProcStat } from "../../../../main/probes/linux/procStat.ts";
import { captured, UNREADABLE } from "../capture.ts";

const SMALL = `cpu  100 20 30 1000 5 6 7 8 90 10
cpu0 60 20 10 400 5 6 0 8 90 10
cpu2 40 0 20 600 0 0 7 0 0 0
intr 777 1 2 3
ctxt 4242
btime 1795259378
processes 15359
procs_running 3
procs_blocked 1
softirq 311280 0 29477
`;

test("counts nice as user, interrupts as system, and guest not twice", () => {
  expect(parseProcStat(SMALL).all).toEqual({ user: 120, system: 43, idle: 1000, wait: 5, stolen: 8 });
});

test("knows a core by its name, since one may be offline", () => {
  expect([...parseProcStat(SMALL).cores.keys()]).toEqual(["cpu0", "cpu2"]);
});

test("reads the total of the interrupts, the switches and the two queues", () => {
  expect(parseProcStat(SMALL)).toMatchObject({ interrupts: 777, contextSwitches: 4242, runnable: 3, blocked: 1 });
});

test("reads a captured kernel text", () => {
  const stat = parseProcStat(captured("stat"));
  expect(stat.cores.size).toBe(2);
  const ofCores = [...stat.cores.values()].reduce((sum, core) => sum + core.user, 0);
  expect(Math.abs(stat.all.user - ofCores)).toBeLessThanOrEqual(2);
});

test("refuses a text without its counters, quoting it", () => {
  for (const text of [
    "",
    "cpu 1 2 3\n",
    "cpu  1 2 3 4 5 x 7 8\n",
    SMALL.replace("ctxt 4242", "ctxt many"),
    SMALL.replace(/^procs_r.*\n/m, ""),
  ]) {
    expect(() => parseProcStat(text)).toThrow(UNREADABLE);
  }
  expect(() => parseProcStat("cpu 1 2 3\n")).toThrow('got "cpu 1 2 3"');
});
