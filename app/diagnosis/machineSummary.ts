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

/** Of each level: the samples that overlap it. */
export function summariseMachine(levels: readonly (readonly Sample[])[]): MachineSummary[] {
  const readings = levels.map((samples) => samples.flatMap(({ machine }) => machine ?? []));
  const fastest = readings.map((level) => maxOrNull(level.flatMap(({ cpuMegahertz }) => cpuMegahertz ?? [])));
  const known = fastest.filter((value) => value !== null);
  const usualCpuMegahertz = known.length === 0 ? null : median(known);
  const atFirst = readings.flat().find(({ onBattery }) => onBattery !== null)?.onBattery;
  return readings.map((level, i) => {
    const jumps = level.flatMap(({ clockJumpMs }) => clockJumpMs ?? []);
    return {
      clockJumpMs: jumps.length === 0 ? null : jumps.reduce((worst, jump) => (Math.abs(jump) > Math.abs(worst) ? jump : worst)),
      samplerLateMs: maxOrNull((levels[i] ?? []).map(({ latenessMs }) => latenessMs)) ?? 0,
      cpuMegahertz: fastest[i] ?? null,
      usualCpuMegahertz,
      powerChanged: level.some(({ onBattery }) => onBattery !== null && onBattery !== atFirst),
    };
  });
}

function maxOrNull(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((a, b) => Math.max(a, b));
}
