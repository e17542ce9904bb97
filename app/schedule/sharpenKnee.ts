import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { byConnections, findPlateau } from "../diagnosis/plateau.ts";
import { relativeError } from "../statistics/interval.ts";

/** What would make the knee sharper, or that it is sharp enough. `missingSeconds`: of measuring, at the rate seen so far. */
export type Sharpening =
  | { readonly kind: "measure"; readonly connections: number; readonly times: number } // so many times as long as before
  | { readonly kind: "done"; readonly kneeError: number | null; readonly missingSeconds: number };

const WANTED_ERROR = 0.1; // of the knee: half its 95 % interval
const LONGEST = 4; // times a level is measured longer at once; a wild first guess must not cost minutes
const MOST_EXTRA_LEVELS = 6; // beside those of the plan

/**
 * After the planned levels: which one to measure (again) so that the knee becomes known to 10 %. First the level nearest the
 * knee, if none stands there; then the levels its error comes from, longer: errors shrink with the square root of time.
 * Pure; `extra` is the number of levels already added.
 */
export function sharpenKnee(measured: readonly LevelSummary[], extra: number): Sharpening {
  const levels = byConnections(measured);
  const plateau = findPlateau(levels);
  const knee = plateau?.knee ?? null;
  if (plateau === null || knee === null) return { kind: "done", kneeError: null, missingSeconds: 0 };
  const error = relativeError(knee);
  const atKnee = Math.max(1, Math.round(knee.value));
  if (extra < MOST_EXTRA_LEVELS && !levels.some(({ connections }) => isNear(connections, atKnee))) {
    return { kind: "measure", connections: atKnee, times: 1 };
  }
  const below = levels.find(({ index }) => !plateau.levels.includes(index)) ?? levels[0];
  const above = levels.find(({ index }) => index === plateau.from);
  const sources = [below, above].filter((level) => level !== undefined);
  const worst = sources.reduce((a, b) => (relativeError(b.throughputInterval) > relativeError(a.throughputInterval) ? b : a));
  const times = (error / WANTED_ERROR) ** 2;
  if (error <= WANTED_ERROR || extra >= MOST_EXTRA_LEVELS) {
    const missing = error <= WANTED_ERROR ? 0 : (times - 1) * worst.measuredSeconds;
    return { kind: "done", kneeError: error, missingSeconds: Math.ceil(missing) };
  }
  return { kind: "measure", connections: worst.connections, times: Math.min(LONGEST, Math.max(1.5, times)) };
}

const NEAR = 1.25; // a level within this factor of the knee stands at it

function isNear(connections: number, knee: number): boolean {
  return Math.max(connections / knee, knee / connections) <= NEAR;
}
