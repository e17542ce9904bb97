import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { isInvalid } from "../diagnosis/validity.ts";
import type { Diagnosis, Estimate } from "../model/finding.ts";

/** The straight lines drawn behind the measured points: throughput is at most min(a·N, b). */
export interface Laws {
  readonly rpsPerConnection: number | null; // a: what one connection does while nothing waits
  readonly boundRps: Estimate | null; // b: the plateau
  readonly knee: Estimate | null; // N at which a·N = b
  readonly flatFrom: number | null; // connections of the first level on the plateau that can be believed; null: none can
  readonly flatTo: number | null; // of the last one, where levels beyond it cannot be believed; null: the plateau goes on
}

/** `a` is b/knee where there is a knee, else throughput per connection of the lowest level. */
export function lawsOf(levels: readonly LevelSummary[], diagnosis: Pick<Diagnosis, "plateau"> | null): Laws {
  const lowest = levels.reduce<LevelSummary | null>(
    (least, level) => (least === null || level.connections < least.connections ? level : least),
    null,
  );
  const plateau = diagnosis?.plateau ?? null;
  const knee = plateau?.knee ?? null;
  const flat = levels.filter((level) => plateau?.levels.includes(level.index)).sort((a, b) => a.connections - b.connections);
  const believed = flat.filter((level) => !isInvalid(level)).map((level) => level.connections);
  const most = Math.max(0, ...levels.map((level) => level.connections));
  const slope = plateau !== null && knee !== null && knee.value > 0 ? plateau.throughputRps.value / knee.value : null;
  return {
    rpsPerConnection: slope ?? (lowest === null || lowest.throughputRps <= 0 ? null : lowest.throughputRps / lowest.connections),
    boundRps: plateau?.throughputRps ?? null,
    knee,
    flatFrom: believed[0] ?? null,
    flatTo: believed.at(-1) === most ? null : (believed.at(-1) ?? null),
  };
}
