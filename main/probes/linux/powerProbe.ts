import { readdirSync, readFileSync } from "node:fs";
import { orNull } from "./procFolder.ts";

/** How much the machine can do, besides what is asked of it. */
export interface PowerReading {
  readonly cpuMegahertz: number | null; // of the fastest core: idle ones are clocked down, which says nothing
  readonly onBattery: boolean | null;
}

const BEAT_MS = 1000; // frequencies and chargers change slowly, and each core's is a file

/**
 * CPU frequency and battery out of /sys (Documentation/admin-guide/pm/cpufreq.rst, Documentation/ABI/testing/sysfs-class-power).
 * Virtual machines mostly have neither: null. The last answer is repeated between two beats.
 */
export class PowerProbe {
  readonly #root: string;
  readonly #frequencies: readonly string[];
  readonly #batteries: readonly string[];
  #last: PowerReading = { cpuMegahertz: null, onBattery: null };
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(root = "/sys") {
    this.#root = root;
    const cores = this.#names("devices/system/cpu").filter((name) => /^cpu\d+$/.test(name));
    this.#frequencies = cores
      .map((core) => `devices/system/cpu/${core}/cpufreq/scaling_cur_freq`)
      .filter((path) => this.#text(path) !== null);
    this.#batteries = this.#names("class/power_supply")
      .filter((name) => this.#text(`class/power_supply/${name}/scope`) !== "Device") // a mouse's battery does not slow the CPU
      .map((name) => `class/power_supply/${name}/status`)
      .filter((path) => this.#text(path) !== null);
  }

  read(nowMs: number): PowerReading {
    if (nowMs < this.#dueMs) return this.#last;
    this.#dueMs = nowMs + BEAT_MS;
    const kilohertz = this.#frequencies.map((path) => Number(this.#text(path) ?? Number.NaN)).filter((value) => value > 0);
    const states = this.#batteries.map((path) => this.#text(path)).filter((state) => state !== null && state !== "Unknown");
    this.#last = {
      cpuMegahertz: kilohertz.length === 0 ? null : Math.max(...kilohertz) / 1000,
      onBattery: states.length === 0 ? null : states.includes("Discharging"),
    };
    return this.#last;
  }

  #names(path: string): string[] {
    return orNull(() => readdirSync(`${this.#root}/${path}`)) ?? [];
  }

  #text(path: string): string | null {
    return orNull(() => readFileSync(`${this.#root}/${path}`, "utf8").trim());
  }
}
