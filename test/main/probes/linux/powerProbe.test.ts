import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { PowerProbe } from "../../../../main/probes/linux/powerProbe.ts";

const roots: string[] = [];
afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

/** A folder like /sys with these files. */
function sys(files: Readonly<Record<string, string>>): { root: string; write(path: string, text: string): void } {
  const root = mkdtempSync(join(tmpdir(), "plateau-sys-"));
  roots.push(root);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  return { root, write };
}

const CORE = (n: number) => `devices/system/cpu/cpu${n}/cpufreq/scaling_cur_freq`;

describe("PowerProbe", () => {
  test("reads the fastest core, once a second", () => {
    const { root, write } = sys({ [CORE(0)]: "800000", [CORE(1)]: "3400123", "devices/system/cpu/cpufreq/x": "9" });
    const probe = new PowerProbe(root);
    expect(probe.read(0)).toEqual({ cpuMegahertz: 3400.123, onBattery: null });
    write(CORE(1), "1200000");
    expect(probe.read(999).cpuMegahertz).toBe(3400.123);
    expect(probe.read(1000).cpuMegahertz).toBe(1200);
  });

  test.each([
    ["plugged in", { "class/power_supply/BAT0/status": "Charging", "class/power_supply/AC/online": "1" }, false],
    ["full", { "class/power_supply/BAT0/status": "Full" }, false],
    ["on battery", { "class/power_supply/BAT0/status": "Discharging", "class/power_supply/BAT1/status": "Unknown" }, true],
    ["a mouse's battery", { "class/power_supply/hid-0/status": "Discharging", "class/power_supply/hid-0/scope": "Device" }, null],
    ["a battery that does not know", { "class/power_supply/BAT0/status": "Unknown" }, null],
    ["nothing there", {}, null],
  ])("%s", (_what, files, onBattery) => {
    expect(new PowerProbe(sys(files as Record<string, string>).root).read(0)).toEqual({ cpuMegahertz: null, onBattery });
  });

  test("does without /sys", () => {
    expect(new PowerProbe("/nowhere").read(0)).toEqual({ cpuMegahertz: null, onBattery: null });
  });
});
