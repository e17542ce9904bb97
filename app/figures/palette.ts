import type { Dash, Shape, Tone } from "./figure.ts";

/**
 * Colours where no style sheet sets them (a report on white paper); on screen `--figure-<tone>` wins.
 * From Okabe and Ito's palette for all kinds of colour vision, darkened where text must be read on white.
 */
const PAPER: Readonly<Record<Tone, string>> = {
  ink: "#17211f",
  muted: "#56625f",
  band: "#e9eeec",
  warmup: "#f5f7f6",
  throughput: "#0069a6",
  errors: "#b84a00",
  p50: "#00724f",
  p90: "#8a5a00",
  p99: "#a2366f",
  ideal: "#7b8784",
  bound: "#0069a6",
  knee: "#a04a00",
  plateau: "#fbf1dc",
  predicted: "#f6e6da",
  us: "#4a94c8",
  sy: "#d9782d",
  wa: "#b0558a",
  st: "#3c4644",
  id: "#dfe6e3",
  switches: "#0069a6",
  queue: "#a04a00",
  level: "#3f8f8c",
  levelWarmup: "#cfe5e4",
  invalid: "#f3ddd2",
  note: "#6a4a9c",
  series1: "#0069a6",
  series2: "#a04a00",
  series3: "#00724f",
  series4: "#a2366f",
  series5: "#56625f",
};
/** Shares of the processor are read beside areas; their names need more contrast than their areas. */
const PAPER_LABEL: Partial<Record<Tone, string>> = { us: "#1f6799", sy: "#a04a00", wa: "#8d3d6c", id: "#56625f" };

/** A colour that follows the page's style sheet and falls back to paper. */
export function colour(tone: Tone): string {
  return `var(--figure-${tone}, ${PAPER[tone]})`;
}

export function labelColour(tone: Tone): string {
  const own = PAPER_LABEL[tone];
  return own === undefined ? colour(tone) : `var(--figure-${tone}-label, ${own})`;
}

/** How a point is filled and outlined. A hollow one keeps its colour in its outline. */
export function pointInk(tone: Tone, hollow = false): { fill: string; stroke: string; width: number } {
  return hollow ? { fill: PAPER_WHITE, stroke: colour(tone), width: 1.6 } : { fill: colour(tone), stroke: PAPER_WHITE, width: 1 };
}

export const GRID = "var(--figure-grid, #e1e7e5)";
export const AXIS = "var(--figure-axis, #9aa5a2)";
export const PAPER_WHITE = "var(--figure-paper, #ffffff)";

export const DASHES: Readonly<Record<Dash, string | undefined>> = { solid: undefined, dashed: "6 3", dotted: "1.5 3" };

/** Outline of a point of radius 3.5, around 0,0. */
export const SHAPES: Readonly<Record<Shape, string>> = {
  circle: "M-3.5,0a3.5,3.5 0 1,0 7,0a3.5,3.5 0 1,0 -7,0Z",
  square: "M-3.2,-3.2h6.4v6.4h-6.4Z",
  triangle: "M0,-4.2L3.9,2.8h-7.8Z",
  diamond: "M0,-4.4L4.4,0L0,4.4L-4.4,0Z",
  flag: "M0,0h8l-2.5,3.5l2.5,3.5h-8Z",
};
