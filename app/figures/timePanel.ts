import type { ScaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { Scale } from "./axis.ts";
import { timeAxis } from "./axis.ts";
import { downsample } from "./downsample.ts";
import { type Axis, type Box, type Dash, type Mark, px, type Size, type Text, type Tone, textWidth } from "./figure.ts";
import { levelLabels } from "./levelWords.ts";
import { clock } from "./quantity.ts";
import type { Timeline, TimelineLevel } from "./timeline.ts";

const LEFT = 52;
const RIGHT = 46; // room for the names of the lines
const TITLE_PX = 18;
const LEVELS_PX = 14;
const TICKS_PX = 18;
const AXIS_TITLE_PX = 14;
const LABEL_GAP_PX = 12;

/** What all time charts share, so that one crosshair fits them all: margins, the time axis, the bands of the levels, the flags of notes. */
export interface TimeFrame {
  readonly box: Box;
  readonly time: ScaleLinear<number, number>;
  readonly axis: Axis;
  readonly bands: readonly Mark[];
}

/** `bare`: without the title of the time axis, for charts that stand above one another. */
export function timeFrame(timeline: Timeline, { width, height }: Size, bare = false): TimeFrame {
  const box = {
    left: LEFT,
    top: TITLE_PX + LEVELS_PX,
    right: Math.max(LEFT + 40, width - RIGHT),
    bottom: height - TICKS_PX - (bare ? 0 : AXIS_TITLE_PX),
  };
  const title: Text | null = bare ? null : { x: box.right, y: height - 3, text: "time since the start (min:s)", anchor: "end" };
  const { scale, axis } = timeAxis(timeline.endMs, [box.left, box.right], title);
  const bands = timeline.levels.flatMap((level, index) => levelBand(level, index, timeline.thinking, box, scale));
  return { box, time: scale, axis, bands: [...bands, ...flags(timeline, box, scale)] };
}

/** A pole through the chart with a flag at its top, for each note. */
function flags({ notes }: Timeline, box: Box, time: ScaleLinear<number, number>): Mark[] {
  return notes.flatMap(({ atMs, text }): Mark[] => {
    const x = px(time(atMs));
    return [
      { kind: "rule", tone: "note", x1: x, x2: x, y1: box.top, y2: box.bottom, dash: "dotted" },
      { kind: "point", tone: "note", shape: "flag", x, y: box.top, says: `${clock(atMs)} ${text}` },
    ];
  });
}

export function yTitle(text: string, y = 11): Text {
  return { x: 0, y, text, anchor: "start" };
}

function levelBand(level: TimelineLevel, index: number, thinking: boolean, box: Box, time: ScaleLinear<number, number>): Mark[] {
  const [from, measured, to] = [time(level.fromMs), time(Math.min(level.measuredFromMs, level.toMs)), time(level.toMs)].map(px) as [
    number,
    number,
    number,
  ];
  const y = box.top - LEVELS_PX;
  const height = box.bottom - y;
  const marks: Mark[] = [];
  if (measured > from) marks.push({ kind: "band", tone: "warmup", x: from, y, width: px(measured - from), height });
  if (to > measured) marks.push({ kind: "band", tone: "band", x: measured, y, width: px(to - measured), height });
  const labels = level.arm === null ? levelLabels(level, thinking) : [level.arm.toUpperCase()]; // blocks are short, and alike
  const label = labels.slice(index === 0 ? 0 : -2 + (thinking ? 0 : 1)).find((text) => textWidth(text) <= to - from - 2); // the unit is said once
  if (label !== undefined) marks.push({ kind: "label", tone: "muted", x: px((from + to) / 2), y: y + 11, text: label, anchor: "middle" });
  return marks;
}

/** One line over time, interrupted where nothing was read. */
export function timeLine<R extends { readonly atMs: number }>(
  rows: readonly R[],
  pick: (row: R) => number | null,
  { time, box }: TimeFrame,
  y: Scale,
  tone: Tone,
  dash: Dash = "solid",
): Mark[] {
  const values = rows.map(pick);
  const kept = downsample(values, Math.max(20, Math.floor((box.right - box.left) / 2)));
  const drawable = (index: number): boolean => typeof values[index] === "number";
  const path = line<number>(
    (index) => px(time((rows[index] as R).atMs)),
    (index) => px(y(values[index] as number)),
  ).defined(drawable);
  const d = path(kept) ?? "";
  const lonely = kept.filter((index, at) => drawable(index) && !drawable(kept[at - 1] ?? -1) && !drawable(kept[at + 1] ?? -1));
  const points = lonely.slice(0, 50).map(
    (index): Mark => ({
      kind: "point",
      tone,
      shape: "circle",
      x: px(time((rows[index] as R).atMs)),
      y: px(y(values[index] as number)),
      says: "",
    }),
  );
  return d === "" ? points : [{ kind: "path", tone, d, dash }, ...points];
}

/** A filled band between two heights over time. */
export function timeArea(
  rows: readonly { atMs: number; low: number | null; high: number | null }[],
  { time }: TimeFrame,
  y: Scale,
  tone: Tone,
): Mark[] {
  const shape = area<(typeof rows)[number]>()
    .x((row) => px(time(row.atMs)))
    .y0((row) => px(y(row.low as number)))
    .y1((row) => px(y(row.high as number)))
    .defined((row) => row.low !== null && row.high !== null);
  const d = shape([...rows]) ?? "";
  return d === "" ? [] : [{ kind: "area", tone, d }];
}

/** Names beside the end of each line, pushed apart until none covers another. */
export function endLabels(ends: readonly { text: string; tone: Tone; y: number }[], { box }: TimeFrame): Mark[] {
  const sorted = ends.filter(({ y }) => Number.isFinite(y)).sort((a, b) => a.y - b.y);
  const at = spreadOut(
    sorted.map(({ y }) => y),
    LABEL_GAP_PX,
    box.top + 4,
    box.bottom - 2,
  );
  return sorted.map(
    ({ text, tone }, index): Mark => ({ kind: "label", tone, x: box.right + 5, y: px((at[index] as number) + 4), text, anchor: "start" }),
  );
}

/** Positions at least `gap` apart within `low..high`, in order, close to where they were wanted. */
export function spreadOut(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const placed: number[] = [];
  for (const want of wanted) placed.push(Math.max(want, low, (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + gap));
  for (let index = placed.length - 1; index >= 0; index--) {
    const limit = index === placed.length - 1 ? high : (placed[index + 1] as number) - gap;
    placed[index] = Math.min(placed[index] as number, limit);
  }
  return placed;
}

export function lastKnown<R>(rows: readonly R[], pick: (row: R) => number | null): number | null {
  for (let index = rows.length - 1; index >= 0; index--) {
    const value = pick(rows[index] as R);
    if (value !== null) return value;
  }
  return null;
}

export function highest<R>(rows: readonly R[], pick: (row: R) => number | null): number {
  return rows.reduce((most, row) => Math.max(most, pick(row) ?? 0), 0);
}

/** In the middle of a chart that has nothing to draw: why. An empty chart would look like a zero. */
export function nothingLabel(rows: readonly unknown[], { left, right, top, bottom }: Box): Mark {
  const text = rows.length === 0 ? "nothing measured yet" : "not read on this machine";
  return { kind: "label", tone: "muted", x: px((left + right) / 2), y: px((top + bottom) / 2 + 4), text, anchor: "middle" };
}
