import { scaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { ThinkTime } from "../model/thinkTime.ts";
import { meanThinkTimeMs, thinkTimeCdf } from "../statistics/thinkTimeDistribution.ts";
import { type Figure, type Mark, px, type Size, textWidth } from "./figure.ts";
import { latency, shortLatency } from "./quantity.ts";
import { thinkTimeWords } from "./thinkTimeWords.ts";

const BINS = 120;
const SHOWN_SHARE = 0.985; // of all pauses; a tail of hours would press the rest together
const INSET = 8;

/** Which pauses a distribution gives, and how often: its density, as seen through narrow bins, with the mean marked. */
export function thinkTimeDensity(thinkTime: ThinkTime, size: Size): Figure {
  const mean = meanThinkTimeMs(thinkTime);
  const end = endOf(thinkTime, mean);
  const box = { left: INSET, top: 6, right: size.width - INSET, bottom: size.height - 18 };
  const x = scaleLinear([0, end], [box.left, box.right]);
  const width = end / BINS;
  const shares = Array.from({ length: BINS }, (_, i) => share(thinkTime, i * width, (i + 1) * width));
  const y = scaleLinear([0, Math.max(...shares)], [box.bottom, box.top]);
  const steps = shares.flatMap((each, i) => [
    [i * width, each],
    [(i + 1) * width, each],
  ]) as [number, number][];
  const left = (point: [number, number]): number => px(x(point[0]));
  const height = (point: [number, number]): number => px(y(point[1]));
  const curve = area<[number, number]>().x(left).y0(box.bottom).y1(height)(steps) ?? "";
  const at = px(x(mean));
  const text = `mean ${shortLatency(mean)}`;
  const right = at + 4 + textWidth(text) < box.right;
  const marks: Mark[] = [
    { kind: "area", tone: "levelWarmup", d: curve },
    { kind: "path", tone: "level", d: line<[number, number]>(left, height)(steps) ?? "", dash: "solid" },
    { kind: "rule", tone: "ink", x1: at, x2: at, y1: box.top, y2: box.bottom, dash: "dotted" },
    { kind: "label", tone: "ink", x: right ? at + 4 : at - 4, y: box.top + 8, text, anchor: right ? "start" : "end" },
  ];
  const ticks = [
    { at: box.left, label: "0" },
    { at: box.right, label: "" },
  ];
  const title = { x: box.right, y: box.bottom + 15, text: shortLatency(end), anchor: "end" } as const;
  return {
    ...size,
    title: `Think time ${thinkTimeWords(thinkTime)}`,
    description: `Density of the pauses between an answer and the next request, from 0 to ${latency(end)}; mean ${latency(mean)}.`,
    panels: [
      {
        box,
        x: { title, kind: "linear", domain: [0, end], range: [box.left, box.right], ticks },
        y: { title: null, kind: "linear", domain: [0, 1], range: [box.bottom, box.top], ticks: [] },
      },
    ],
    marks,
  };
}

function share(thinkTime: ThinkTime, fromMs: number, toMs: number): number {
  const below = fromMs === 0 ? 0 : thinkTimeCdf(thinkTime, fromMs * (1 - 1e-12));
  return Math.max(0, thinkTimeCdf(thinkTime, toMs * (1 - 1e-12)) - below);
}

/** Where nearly all pauses are over, ms, by halving the interval. */
function endOf(thinkTime: ThinkTime, mean: number): number {
  if (thinkTime.kind === "constant" || thinkTime.kind === "none") return Math.max(1, mean * 2);
  if (thinkTime.kind === "uniform") return thinkTime.toMs * 1.1;
  let [low, high] = [0, mean];
  while (thinkTimeCdf(thinkTime, high) < SHOWN_SHARE) high *= 2;
  for (let halving = 0; halving < 30; halving++) {
    const middle = (low + high) / 2;
    if (thinkTimeCdf(thinkTime, middle) < SHOWN_SHARE) low = middle;
    else high = middle;
  }
  return high;
}
