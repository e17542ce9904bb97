import type { Estimate, Plateau } from "../model/finding.ts";
import type { Plan } from "../model/plan.ts";
import type { Recording } from "../model/recording.ts";
import { mean } from "../statistics/moments.ts";
import type { LevelSummary } from "./levelSummary.ts";
import { effectiveParallelism } from "./parallelism.ts";
import { byConnections, findPlateau, type Shape, shapeOf } from "./plateau.ts";
import { type WaitingThreads, waitingThreads } from "./stacks.ts";
import { GOOD_SHARE, hasErrors, isInvalid } from "./validity.ts";

/** All a rule sees. Means are over the levels of the plateau; without one, over the last level. */
export interface Observations {
  readonly plan: Plan;
  readonly cores: number; // NaN: not told
  readonly levels: readonly LevelSummary[]; // all of one curve that measured something, by rising connections
  readonly openLevels: readonly LevelSummary[]; // of the open model, in the order they were run: the rules do not look at them
  readonly usable: readonly LevelSummary[]; // those that are not invalid: all that may speak of the target
  readonly repeats: readonly (readonly LevelSummary[])[]; // usable levels of the closed model with the same load, run twice or more, in the order they were run
  readonly discarded: readonly LevelSummary[]; // the invalid ones
  readonly shape: Shape; // of the usable levels
  readonly plateau: Plateau | null;
  readonly crowded: readonly LevelSummary[]; // the plateau's levels, or the last usable one
  readonly width: Estimate | null; // effective parallelism, requests
  readonly busyPercent: number | null; // us + sy of the whole host
  readonly idlePercent: number | null; // id + wa: nothing runs; null when the target runs on another host
  readonly targetCores: number | null;
  readonly busiestThreadCores: number | null; // of the target
  readonly targetSeen: boolean; // its process was sampled on this machine
  readonly waiting: readonly WaitingThreads[]; // in the last thread dump; empty without one
}

export const FEWEST_USABLE = 2; // levels; one point has no shape
const SHORTEST_LEVEL_SECONDS = 0.9; // a level cut shorter than this says nothing

/** What is known of a session beside its levels. */
export type About = Pick<Recording, "plan" | "host" | "dumps">;

export function observe(all: readonly LevelSummary[], { plan, host, dumps }: About): Observations {
  const measured = all.filter((level) => !(level.measuredSeconds < SHORTEST_LEVEL_SECONDS));
  const levels = byConnections(measured);
  const usable = levels.filter((level) => !isInvalid(level));
  const plateau = findPlateau(usable);
  const crowded = plateau === null ? usable.slice(-1) : usable.filter((level) => plateau.levels.includes(level.index));
  const targetSeen = levels.some((level) => level.target !== null);
  const hostIsTargets = targetSeen || !plan.allowRemote; // only then is the sampled CPU the one that serves
  const over = (pick: (level: LevelSummary) => number | null): number | null => {
    const known = crowded.map(pick).filter((value) => value !== null);
    return known.length === 0 ? null : mean(known);
  };
  return {
    plan,
    cores: host.cores ?? Number.NaN,
    levels,
    openLevels: measured.filter((level) => level.open !== null),
    usable,
    repeats: repeatsAmong(measured),
    discarded: levels.filter(isInvalid),
    shape: shapeOf(usable, plateau),
    plateau,
    crowded,
    width: crowded.some((level) => hasErrors(level, 1 - GOOD_SHARE)) ? null : effectiveParallelism(usable, plateau),
    busyPercent: hostIsTargets ? over(({ host: { us, sy } }) => (us === null || sy === null ? null : us + sy)) : null,
    idlePercent: hostIsTargets ? over(({ host: { id, wa } }) => (id === null ? null : id + (wa ?? 0))) : null,
    targetCores: over(({ target }) => target?.cpuCores ?? null),
    busiestThreadCores: over(({ target }) => target?.busiestThreadCores ?? null),
    targetSeen,
    waiting: waitingThreads(dumps),
  };
}

function repeatsAmong(measured: readonly LevelSummary[]): LevelSummary[][] {
  const sameLoad = new Map<string, LevelSummary[]>();
  for (const level of measured) {
    if (level.open !== null || isInvalid(level)) continue;
    const load = `${level.connections} ${JSON.stringify(level.thinkTime)}`;
    sameLoad.set(load, [...(sameLoad.get(load) ?? []), level]);
  }
  return [...sameLoad.values()].filter(({ length }) => length > 1);
}
