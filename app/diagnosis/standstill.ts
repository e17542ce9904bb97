import { mean } from "../statistics/moments.ts";
import type { LevelSummary } from "./levelSummary.ts";
import { counted, digits } from "./numbers.ts";
import type { Observations } from "./observe.ts";
import { flatAt, shapeFact } from "./queue.ts";

/** Throughput that stopped growing, in whatever way: on a plateau, or behind a peak. */
export interface Standstill {
  readonly peak: LevelSummary; // with the most throughput
  readonly levels: readonly LevelSummary[]; // on the plateau, or behind the peak; never empty
  readonly last: LevelSummary;
  readonly fallenShare: number; // of the peak that the last level lost; of a flat curve what it surely lost, by the upper end of its interval
}

/** Null while throughput grows, or as long as nothing can be told. */
export function standstill({ shape, usable, crowded }: Observations): Standstill | null {
  const last = usable.at(-1);
  if (last === undefined || (shape !== "flat" && shape !== "falling")) return null;
  const peak = usable.reduce((best, level) => (level.throughputRps > best.throughputRps ? level : best));
  const levels = shape === "flat" ? crowded : usable.slice(usable.indexOf(peak) + 1);
  const left = shape === "falling" ? last.throughputRps : last.throughputInterval.high;
  return { peak, levels, last, fallenShare: Math.max(0, 1 - left / peak.throughputRps) };
}

/** "Flat at 43 requests/s from 10 connections on", or where the peak is and what is left of it. */
export function stoodStill(o: Observations, { peak, last }: Standstill): string {
  if (o.plateau !== null) return flatAt(o);
  return `Throughput falls from ${digits(peak.throughputRps)} requests/s at ${counted(peak.connections, "connection")} to ${digits(last.throughputRps)} at ${last.connections}`;
}

export function standstillFact(o: Observations, still: Standstill): ReturnType<typeof shapeFact> {
  if (o.plateau !== null) return shapeFact(o);
  return {
    metric: "throughputBehindPeakRps",
    observed: still.last.throughputRps,
    expected: `below the peak's ${digits(still.peak.throughputRps)}`,
    text: `${stoodStill(o, still)}.`,
  };
}

/** Mean of what the levels tell; null when none does. */
export function meanOf(levels: readonly LevelSummary[], pick: (level: LevelSummary) => number | null | undefined): number | null {
  const known = levels.map(pick).filter((value) => value !== null && value !== undefined);
  return known.length === 0 ? null : mean(known);
}
