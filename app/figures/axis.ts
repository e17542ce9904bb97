import { tickStep } from "d3-array";
import { type ScaleLinear, type ScaleLogarithmic, scaleLinear, scaleLog } from "d3-scale";
import { type Axis, px, type Text, type Tick, textWidth } from "./figure.ts";
import { clock, count, short } from "./quantity.ts";

export type Scale = ScaleLinear<number, number> | ScaleLogarithmic<number, number>;

const PX_PER_Y_TICK = 34;
const PX_BETWEEN_LABELS = 8;
/** Steps a clock is read in, ms: what people count in, not powers of ten. */
const CLOCK_STEPS_MS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400].map((s) => s * 1000);

/** A vertical axis from zero: a bar or line that does not start at zero exaggerates. */
export function fromZero(highest: number, range: readonly [number, number]): ScaleLinear<number, number> {
  const count = yTickCount(range);
  return scaleLinear([0, highest > 0 ? highest : 1], range).nice(count);
}

export function linearAxis(scale: ScaleLinear<number, number>, title: Text | null, format: (value: number) => string = short): Axis {
  const ticks = scale.ticks(yTickCount(scale.range() as [number, number])).map((value) => ({ at: px(scale(value)), label: format(value) }));
  return { title, kind: "linear", domain: pair(scale.domain()), range: pair(scale.range()), ticks };
}

/** Labelled at powers of ten, and at 2 and 5 where there is room; always at least two labels. */
export function logAxis(scale: ScaleLogarithmic<number, number>, title: Text | null, format: (value: number) => string): Axis {
  const [low, high] = pair(scale.domain());
  const room = Math.max(2, yTickCount(scale.range() as [number, number]));
  const within = (factors: readonly number[]) => logSteps(low, high, factors);
  const tens = within([1]);
  const labelled =
    [within([1, 2, 5]), within([1, 3]), tens].find((values) => values.length <= room + 1 && values.length >= 2) ?? spread(tens, room);
  const enough = labelled.length >= 2 ? labelled : within([1, 2, 5]);
  return {
    title,
    kind: "log",
    domain: [low, high],
    range: pair(scale.range()),
    ticks: enough.map((value) => ({ at: px(scale(value)), label: format(value) })),
  };
}

/** A domain for a log axis that holds all values and ends at round numbers. */
export function logDomain(values: Iterable<number>): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const value of values) {
    if (!(value > 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (high === 0) return [1, 100];
  const round = logSteps(low / 20, high * 20, [1, 2, 5]);
  const from = round.filter((value) => value <= low * 1.0001).at(-1) ?? low;
  const to = round.find((value) => value >= high * 0.9999) ?? high;
  return to / from < 5 ? [from / 2, to * 2] : [from, to];
}

/** Time since the session began, read in clock steps. */
export function timeAxis(
  endMs: number,
  range: readonly [number, number],
  title: Text | null,
): { scale: ScaleLinear<number, number>; axis: Axis } {
  const end = Math.max(1000, endMs);
  const scale = scaleLinear([0, end], range);
  const labelPx = textWidth(clock(end)) + 2 * PX_BETWEEN_LABELS;
  const most = Math.max(1, Math.floor((range[1] - range[0]) / Math.max(labelPx, 64)));
  const step = CLOCK_STEPS_MS.find((candidate) => end / candidate <= most) ?? Math.ceil(end / most / 86_400_000) * 86_400_000;
  const ticks: Tick[] = [];
  for (let at = 0; at <= end; at += step) ticks.push({ at: px(scale(at)), label: clock(at) });
  return { scale, axis: { title, kind: "linear", domain: [0, end], range: [range[0], range[1]], ticks } };
}

/** Connections: labelled at the levels that were measured, as many as fit. */
export function connectionsAxis(
  levels: readonly number[],
  range: readonly [number, number],
  kind: "linear" | "log",
  title: Text,
): { scale: Scale; axis: Axis } {
  const sorted = [...new Set(levels)].sort((a, b) => a - b);
  const [low, high] = [sorted[0] ?? 1, sorted.at(-1) ?? 10];
  const pad = low === high ? 2 : (high / low) ** 0.04;
  const scale = kind === "log" ? scaleLog([low / pad, high * pad], range) : scaleLinear([0, high * 1.04], range);
  const ticks = withoutOverlap(
    sorted.map((value) => ({ at: px(scale(value)), label: Number.isInteger(value) ? count(value) : short(value) })),
  );
  return { scale, axis: { title, kind, domain: pair(scale.domain()), range: [range[0], range[1]], ticks } };
}

/** Log or linear for connections: log as soon as a linear axis would press the low levels together. */
export function suitedKind(levels: readonly number[]): "linear" | "log" {
  return levels.length > 1 && Math.max(...levels) / Math.min(...levels) >= 16 ? "log" : "linear";
}

/** Keeps the last label, then from the left each that does not touch one already kept; the others stay as bare ticks. */
export function withoutOverlap(ticks: readonly Tick[]): Tick[] {
  const last = ticks.at(-1);
  let free = Number.NEGATIVE_INFINITY;
  return ticks.map((tick) => {
    const half = textWidth(tick.label) / 2 + PX_BETWEEN_LABELS / 2;
    const touchesLast = last !== undefined && tick !== last && tick.at + half > last.at - textWidth(last.label) / 2 - PX_BETWEEN_LABELS / 2;
    if (tick !== last && (tick.at - half < free || touchesLast)) return { at: tick.at, label: "" };
    free = tick.at + half;
    return tick;
  });
}

function yTickCount([from, to]: readonly [number, number]): number {
  return Math.max(1, Math.min(6, Math.floor(Math.abs(to - from) / PX_PER_Y_TICK)));
}

export function logSteps(low: number, high: number, factors: readonly number[]): number[] {
  const values: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const factor of factors) {
      const value = Number((factor * 10 ** power).toPrecision(3));
      if (value >= low * 0.9999 && value <= high * 1.0001) values.push(value);
    }
  }
  return values;
}

function spread(values: readonly number[], count: number): number[] {
  const step = Math.max(1, Math.ceil(tickStep(0, values.length, count)));
  return values.filter((_, index) => index % step === 0);
}

function pair(values: readonly number[]): [number, number] {
  return [values[0] ?? 0, values[1] ?? 1];
}
