/**
 * A chart as plain geometry in px: what to draw and where, with nothing left to compute.
 * The screen draws it with React, the report with `svg.ts`; since both draw the same Figure they cannot disagree.
 */
export interface Figure {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  /** What a person who does not see the chart should know of it: axes, extremes, the finding. */
  readonly description: string;
  readonly panels: readonly Panel[];
  readonly marks: readonly Mark[];
}

/** One plot area with its axes. A figure has one, or several that share the horizontal axis. */
export interface Panel {
  readonly box: Box;
  readonly x: Axis;
  readonly y: Axis;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Axis {
  readonly title: Text | null; // null: another panel says it
  readonly kind: "linear" | "log";
  readonly domain: readonly [number, number];
  readonly range: readonly [number, number];
  readonly ticks: readonly Tick[];
}

export interface Tick {
  readonly at: number;
  readonly label: string; // empty: a line without a number
}

export interface Text {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: "start" | "middle" | "end";
}

export type Dash = "solid" | "dashed" | "dotted";
export type Shape = "circle" | "square" | "triangle" | "diamond" | "flag";

export type Mark =
  | { readonly kind: "band"; readonly tone: Tone; readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  | { readonly kind: "area"; readonly tone: Tone; readonly d: string }
  | { readonly kind: "path"; readonly tone: Tone; readonly d: string; readonly dash: Dash }
  | {
      readonly kind: "rule";
      readonly tone: Tone;
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly dash: Dash;
    }
  | {
      readonly kind: "point";
      readonly tone: Tone;
      readonly shape: Shape;
      readonly x: number;
      readonly y: number;
      readonly says: string;
      readonly hollow?: boolean; // only its outline: a number not to be believed, or the lesser of two kinds
    }
  | ({ readonly kind: "label"; readonly tone: Tone } & Text);

/** What a mark means; its colour is the style sheet's. Never the only carrier: dash, shape or label says it too. */
export type Tone =
  | "ink"
  | "muted"
  | "band"
  | "warmup"
  | "throughput"
  | "errors"
  | "p50"
  | "p90"
  | "p99"
  | "ideal"
  | "bound"
  | "knee"
  | "plateau"
  | "predicted"
  | "us"
  | "sy"
  | "wa"
  | "st"
  | "id"
  | "switches"
  | "queue"
  | "level"
  | "levelWarmup"
  | "invalid"
  | "note"
  | "series1"
  | "series2"
  | "series3"
  | "series4"
  | "series5";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const FONT_PX = 11;
const WIDEST_DIGIT_EM = 0.63; // Inter with tabular figures; other letters are narrower on average

/** Width of a text in px, on the safe side: figures are laid out where no font can be asked. */
export function textWidth(text: string): number {
  return text.length * FONT_PX * WIDEST_DIGIT_EM;
}

/** One decimal place: a tenth of a pixel is not seen, and pictures stay comparable. */
export function px(value: number): number {
  return Math.round(value * 10) / 10;
}
