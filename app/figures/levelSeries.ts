import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { sameThinkTime, type ThinkTime } from "../model/thinkTime.ts";
import { meanThinkTimeMs } from "../statistics/thinkTimeDistribution.ts";
import type { Dash, Shape, Tone } from "./figure.ts";
import { thinkTimeWords } from "./thinkTimeWords.ts";

/** Levels one line may be drawn through: of the closed model, with one think time, by rising connections. */
export interface LevelSeries {
  readonly thinkTime: ThinkTime;
  readonly name: string;
  readonly levels: readonly LevelSummary[];
}

/** One series for each think time, the shortest first; of a level that was run again, the later run. */
export function seriesOf(levels: readonly LevelSummary[]): LevelSeries[] {
  const thinkTimes: ThinkTime[] = [];
  const closed = levels.filter((level) => level.open === null);
  for (const { thinkTime } of closed) if (!thinkTimes.some((known) => sameThinkTime(known, thinkTime))) thinkTimes.push(thinkTime);
  return thinkTimes
    .sort((a, b) => meanThinkTimeMs(a) - meanThinkTimeMs(b))
    .map((thinkTime) => {
      const own = new Map(closed.filter((level) => sameThinkTime(level.thinkTime, thinkTime)).map((level) => [level.connections, level]));
      return { thinkTime, name: thinkTimeWords(thinkTime), levels: [...own.values()].sort((a, b) => a.connections - b.connections) };
    });
}

/** Levels of the open model by rising rate; of a rate that was run again, the later run. */
export function openLevelsOf(levels: readonly LevelSummary[]): LevelSummary[] {
  const latest = new Map(levels.flatMap((level) => (level.open === null ? [] : [[level.open.rateRps, level] as const])));
  return [...latest.values()].sort((a, b) => (a.open?.rateRps ?? 0) - (b.open?.rateRps ?? 0));
}

/** How the nth series looks: colour, dash and shape all differ. */
export function lookOf(index: number): { readonly tone: Tone; readonly dash: Dash; readonly shape: Shape } {
  return LOOKS[index % LOOKS.length] as (typeof LOOKS)[number];
}

const LOOKS: readonly { tone: Tone; dash: Dash; shape: Shape }[] = [
  { tone: "series1", dash: "solid", shape: "circle" },
  { tone: "series2", dash: "dashed", shape: "square" },
  { tone: "series3", dash: "dotted", shape: "triangle" },
  { tone: "series4", dash: "solid", shape: "diamond" },
  { tone: "series5", dash: "dashed", shape: "circle" },
];
