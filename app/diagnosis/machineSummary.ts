import type { Sample } from "../model/sample.ts";
import { median } from "../statistics/quantile.ts";

/** What became of the machine itself during a level; null where nothing tells. */
export interface MachineSummary {
  readonly clockJumpMs: number | null; // the largest jump of the wall clock, signed
  readonly samplerLateMs: number; // the latest the sampler came
  readonly cpuMegahertz: number | null; // the highest of the fastest core: idle cores clock down, which says nothing
  readonly usualCpuMegahertz: number | null; // median of the session's levels
  readonly powerChanged: boolean; // between battery and mains, within the level or since the session's first
}

/** What the levels of a session have in common. */
export interface UsualMachine {
  readonly cpuMegahertz: number | null;
  readonly onBattery: boolean | null; // at first
}

/** Takes the samples that overlap a level one at a time. */
export class MachineFold {
  #clockJumpMs: number | null = null;
  #samplerLateMs = 0;
  #cpuMegahertz: number | null = null;
  readonly #power: boolean[] = []; // on battery, as it was found: each once

  add({ latenessMs, machine }: Sample): void {
    this.#samplerLateMs = Math.max(this.#samplerLateMs, latenessMs);
    const { clockJumpMs = null, cpuMegahertz = null, onBattery = null } = machine ?? {};
    if (clockJumpMs !== null && (this.#clockJumpMs === null || Math.abs(clockJumpMs) > Math.abs(this.#clockJumpMs))) {
      this.#clockJumpMs = clockJumpMs;
    }
    if (cpuMegahertz !== null) this.#cpuMegahertz = Math.max(cpuMegahertz, this.#cpuMegahertz ?? 0);
    if (onBattery !== null && !this.#power.includes(onBattery)) this.#power.push(onBattery);
  }

  summary(usual: UsualMachine): MachineSummary {
    return {
      clockJumpMs: this.#clockJumpMs,
      samplerLateMs: this.#samplerLateMs,
      cpuMegahertz: this.#cpuMegahertz,
      usualCpuMegahertz: usual.cpuMegahertz,
      powerChanged: this.#power.some((onBattery) => onBattery !== usual.onBattery),
    };
  }

  /** Of the levels of a session, in the order they were run. */
  static usual(levels: readonly MachineFold[]): UsualMachine {
    const known = levels.flatMap((level) => level.#cpuMegahertz ?? []);
    const powers = levels.flatMap((level) => level.#power);
    return { cpuMegahertz: known.length === 0 ? null : median(known), onBattery: powers[0] ?? null };
  }
}
