import { expect, test } from "vitest";
import { Sample } from "../../../../app/model/sample.ts";
import { linuxChecks } from "../../../../main/probes/linux/linuxChecks.ts";
import { LinuxProbe } from "../../../../main/probes/linux/linuxProbe.ts";
import { ProcFolder } from "../../../../main/probes/linux/procFolder.ts";
import { CAPTURED } from "../capture.ts";

const probe = (options: { port?: number; pid?: number; root?: string }) =>
  new LinuxProbe({ root: CAPTURED, port: null, pid: null, ownPid: 1, ...options });

test("a captured cluster is read as one target", () => {
  const { target } = probe({ port: 18080 }).read(0);
  expect(target).toMatchObject({ pid: 20293, name: "node", processes: 3, backends: [{ address: "127.0.0.1:15432", connections: 8 }] });
  expect(target?.threads).toBeGreaterThanOrEqual(3 * 5);
  expect(target?.rssBytes).toBeGreaterThan(100e6);
});

test("the first reading has no rates, the second has; a machine that stands still has rates of zero", () => {
  const still = probe({ port: 18080 });
  expect(still.read(0).target).toMatchObject({ cpuCores: null, busiestThreadCores: null, voluntarySwitchesPerSecond: null });
  expect(still.read(1000).target).toMatchObject({ cpuCores: 0, busiestThreadCores: 0, voluntarySwitchesPerSecond: 0 });
});

test("an explicit pid wins over the port", () => {
  expect(probe({ port: 18080, pid: 20302 }).read(0).target).toMatchObject({ pid: 20302, processes: 1 });
});

test("no port, no listener or no such process: no target", () => {
  for (const options of [{}, { port: 18081 }, { pid: 4 }, { port: 18080, pid: 4 }]) expect(probe(options).read(0).target).toBeNull();
});

test("a tree that cannot be read is nulls and no error", () => {
  const { host, target } = probe({ port: 18080, root: "/nowhere" }).read(0);
  expect(new Set(Object.values(host))).toEqual(new Set([null]));
  expect(target).toBeNull();
});

test("the readings are what the model says they are", () => {
  const reading = probe({ port: 18080 }).read(0);
  expect(Sample.shape.host.parse(reading.host)).toEqual(reading.host);
  expect(Sample.shape.target.parse(reading.target)).toEqual(reading.target);
});

test("the doctor finds every captured probe, and says what is lost where there is none", () => {
  const found = linuxChecks(new ProcFolder(CAPTURED)).filter((check) => check.state === "ok");
  expect(found.map((check) => check.name)).toContain("CPU (/proc/stat)");
  const lost = linuxChecks(new ProcFolder("/nowhere"));
  expect(lost.every((check) => check.state === "missing" && check.text.startsWith("Not readable"))).toBe(true);
});
