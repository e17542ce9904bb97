import { expect, test } from "vitest";
import { HostFacts } from "../../../app/model/host.ts";
import { examine } from "../../../main/probes/doctor.ts";
import { hostFacts } from "../../../main/probes/hostFacts.ts";

test("the doctor says one sentence about everything a measurement depends on", async () => {
  const checks = await examine();
  const names = checks.map((check) => check.name);
  for (const name of ["Node", "Clock", "Cores", "Electron", "Display"]) expect(names).toContain(name);
  if (process.platform === "linux")
    expect(names).toEqual(expect.arrayContaining(["Open-file limit", "Local ports", "Open files (/proc/PID/fd)"]));
  expect(new Set(names).size).toBe(names.length);
  for (const check of checks) expect(check.text).toMatch(/^\S.*\.$/);
});

test("a missing display and runtime are told from present ones", async () => {
  const { DISPLAY, ELECTRON_OVERRIDE_DIST_PATH } = process.env;
  const state = async (name: string) => (await examine()).find((check) => check.name === name)?.state;
  process.env.DISPLAY = ":7";
  process.env.ELECTRON_OVERRIDE_DIST_PATH = "/nowhere";
  expect([await state("Display"), await state("Electron")]).toEqual(["ok", "missing"]);
  process.env.ELECTRON_OVERRIDE_DIST_PATH = "/";
  expect(await state("Electron")).toBe("ok");
  Object.assign(process.env, { DISPLAY, ELECTRON_OVERRIDE_DIST_PATH });
  if (DISPLAY === undefined) delete process.env.DISPLAY;
  if (ELECTRON_OVERRIDE_DIST_PATH === undefined) delete process.env.ELECTRON_OVERRIDE_DIST_PATH;
});

test("the machine's facts are complete", async () => {
  const facts = HostFacts.parse(await hostFacts());
  expect(facts.cpu.length).toBeGreaterThan(0);
  expect(facts.memoryBytes).toBeGreaterThan(100e6);
  expect(facts.node).toBe(process.version);
});
