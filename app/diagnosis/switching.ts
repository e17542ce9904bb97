import type { LevelSummary } from "./levelSummary.ts";

/** What a request costs beside its work. Only ratios between levels mean something where the unit is left open. */
export interface Switching {
  readonly perSecond: number; // context switches
  readonly perRequest: number; // context switches
  readonly systemPerRequest: number | null; // time in the kernel, in any unit
  readonly systemShareOfUser: number | null; // 0..1 and beyond
}

/** Does every level tell the target's own? Then other programs' switches can be left out. */
export function targetTells(levels: readonly LevelSummary[]): boolean {
  return levels.every(
    ({ target }) => target !== null && ownSwitches(target) !== null && target.systemCores !== null && target.userCores !== null,
  );
}

/** Of the target's processes, or of the whole host with the generator in it; null where it is not told. */
export function switchingOf(level: LevelSummary, ofTarget: boolean): Switching | null {
  const { host, target } = level;
  const perSecond = ofTarget && target !== null ? ownSwitches(target) : host.contextSwitchesPerSecond;
  const [system, user] = ofTarget && target !== null ? [target.systemCores, target.userCores] : [host.sy, host.us];
  const perRequest = ratio(perSecond, answers(level));
  if (perSecond === null || perRequest === null) return null;
  return { perSecond, perRequest, systemPerRequest: ratio(system, answers(level)), systemShareOfUser: ratio(system, user) };
}

function ownSwitches({ voluntarySwitchesPerSecond, involuntarySwitchesPerSecond }: NonNullable<LevelSummary["target"]>): number | null {
  if (voluntarySwitchesPerSecond === null || involuntarySwitchesPerSecond === null) return null;
  return voluntarySwitchesPerSecond + involuntarySwitchesPerSecond;
}

/** Per second, good and bad; the good ones where no more was told. */
const answers = ({ answersPerSecond, throughputRps }: LevelSummary): number =>
  Number.isNaN(answersPerSecond) ? throughputRps : answersPerSecond;

/** Null where one is missing, or nothing to divide by. */
export function ratio(a: number | null | undefined, b: number | null | undefined): number | null {
  return a == null || b == null || b <= 0 ? null : a / b;
}
