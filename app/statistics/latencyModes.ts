import { dipTest } from "./dipTest.ts";
import type { LatencyHistogram } from "./latencyHistogram.ts";
import { countOf, type Density, evenSample, logDensity, logSpans, type Span, STEP } from "./logLatency.ts";

/** A latency that many requests are near. */
export interface LatencyMode {
  readonly latencyMs: number; // peak of the density of log latency
  readonly share: number; // of all requests, up to the valleys on both sides, 0..1
  readonly upToMs: number; // the valley above it; infinite for the longest mode
}

export interface LatencyModes {
  readonly modes: readonly LatencyMode[]; // from the shortest; none when nothing was recorded
  readonly probability: number; // of a dip as large if there were but one mode; blind to modes below 5 %
}

const LARGEST_SAMPLE = 2000; // more values make every wrinkle significant
const SURE = 0.01; // probability below which a second mode is believed
const RATIO = 1.5; // modes nearer to one another are one
const SMALLEST_SHARE = 0.05; // of a mode between valleys; rarer ones must stand behind a gap
const DEEP_SHARE = 0.5; // a valley is at most so high as the lower of its peaks
const TAIL_SHARE = 0.1; // a gap is looked for above the 90th percentile ...
const RAREST_SHARE = 0.0001; // ... and up to the 99.99th
const FEWEST = 10; // independent requests behind a gap: fewer are stragglers, not a mode
const GAP_SHARE = 0.1; // a gap holds at most this part of what follows on the same width: of a falling density it would hold more than that

/**
 * The modes of a distribution of latencies. Two or more when Hartigan's dip test on the logarithm rejects a single one and the density has
 * valleys deep and wide enough between them; beside those, modes of below 5 %, which no dip shows, behind a gap in the tail.
 *
 * `effectiveCount`: so many independent latencies is the histogram worth. Latencies of a closed loop share
 * a queue and resemble one another; taken as independent, every wave of the queue would be a mode.
 */
export function latencyModes(histogram: LatencyHistogram, effectiveCount = histogram.count): LatencyModes {
  if (histogram.count === 0) return { modes: [], probability: 1 };
  const worth = Math.min(1, effectiveCount / histogram.count);
  const spans = logSpans(histogram);
  const gaps = tailGaps(spans, worth);
  const body = spans.slice(0, gaps[0]);
  const density = logDensity(spans, effectiveCount);
  const splits = dip(body, worth) < SURE ? valleys(logDensity(body, effectiveCount)) : [];
  const bounds = [...splits, ...gaps.map((first) => (spans[first] as Span).from), Number.POSITIVE_INFINITY];
  let from = Number.NEGATIVE_INFINITY;
  const modes = bounds.map((to) => {
    const mode = { latencyMs: Math.exp(peak(density, from, to)) / 1000, share: shareWithin(spans, from, to), upToMs: Math.exp(to) / 1000 };
    from = to;
    return mode;
  });
  return { modes, probability: dip(spans, worth) };
}

/** Probability of a sample with a dip like this. */
function dip(spans: readonly Span[], worth: number): number {
  const size = Math.max(1, Math.min(LARGEST_SAMPLE, Math.floor(countOf(spans) * worth)));
  return dipTest(evenSample(spans, size)).probability;
}

/** Indices of the spans with which a mode in the tail begins: next to nothing in a factor 1.5 before them, enough in a factor 1.5 behind. */
function tailGaps(spans: readonly Span[], worth: number): number[] {
  const width = Math.log(RATIO);
  const upTo = [0];
  for (const { count } of spans) upTo.push((upTo.at(-1) as number) + count);
  const all = upTo.at(-1) as number;
  const before = (index: number): number => upTo[index] as number;
  const gaps: number[] = [];
  let last = { from: Number.NEGATIVE_INFINITY, behind: all }; // the gap before: a mode still rising to its peak is not parted from itself
  let start = 0; // first span that ends within the factor before
  let end = 0; // first span that begins beyond the factor behind
  for (const [i, { from }] of spans.entries()) {
    while ((spans[start] as Span).to <= from - width) start++;
    while (end < spans.length && (spans[end] as Span).from < from + width) end++;
    const above = all - before(i);
    if (i === 0 || above > TAIL_SHARE * all || above < RAREST_SHARE * all) continue;
    const behind = before(end) - before(i);
    const within = before(i) - before(start);
    if (from < last.from + width || behind * worth < FEWEST || within > GAP_SHARE * Math.min(behind, last.behind)) continue;
    gaps.push(i);
    last = { from, behind };
  }
  return gaps;
}

/** Where a density is lowest between its modes, natural logarithms of µs. Starts from every rise and fall and drops the weakest valley until all that are left count. */
function valleys({ from, cells }: Density): number[] {
  const bounds = [0, ...turns(cells), cells.length - 1]; // valleys between the peaks, and both ends
  const within = (a: number, b: number): Peak => {
    let best = a;
    let share = 0;
    for (let i = a; i < b; i++) {
      share += cells[i] as number;
      if ((cells[i] as number) > (cells[best] as number)) best = i;
    }
    return { at: best, height: cells[best] as number, share };
  };
  for (;;) {
    let weakest = { index: -1, score: 1 };
    for (let i = 1; i < bounds.length - 1; i++) {
      const [a, valley, b] = bounds.slice(i - 1, i + 2) as [number, number, number];
      const score = strength(within(a, valley), within(valley, b), cells[valley] as number);
      if (score < weakest.score) weakest = { index: i, score };
    }
    if (weakest.index === -1) return bounds.slice(1, -1).map((cell) => from + (cell + 0.5) * STEP);
    bounds.splice(weakest.index, 1);
  }
}

interface Peak {
  readonly at: number; // cell
  readonly height: number;
  readonly share: number;
}

/** 1 or more when a valley parts two modes; the smallest of the three ratios to what it takes. */
function strength(left: Peak, right: Peak, valley: number): number {
  const depth = (DEEP_SHARE * Math.min(left.height, right.height)) / valley;
  const distance = ((right.at - left.at) * STEP) / Math.log(RATIO);
  return Math.min(depth, distance, Math.min(left.share, right.share) / SMALLEST_SHARE);
}

/** Cells at which a density turns upwards. A level floor counts once, at its middle. */
function turns(cells: Float64Array): number[] {
  const found: number[] = [];
  let fallen = -1; // the cell it last fell to
  for (let i = 1; i < cells.length; i++) {
    const change = (cells[i] as number) - (cells[i - 1] as number);
    if (change < 0) fallen = i;
    else if (change > 0 && fallen >= 0) {
      found.push(Math.floor((fallen + i - 1) / 2));
      fallen = -1;
    }
  }
  return found;
}

/** The highest cell between two bounds, refined by the parabola through it and its neighbours. */
function peak({ from, cells }: Density, low: number, high: number): number {
  const first = Math.max(0, Math.ceil((low - from) / STEP - 0.5));
  const end = Math.min(cells.length, Math.ceil((high - from) / STEP - 0.5));
  let best = Math.min(first, cells.length - 1);
  for (let i = first; i < end; i++) if ((cells[i] as number) > (cells[best] as number)) best = i;
  const [a, b, c] = [cells[best - 1] ?? 0, cells[best] as number, cells[best + 1] ?? 0];
  const bend = a - 2 * b + c;
  const offset = bend < 0 ? Math.max(-0.5, Math.min(0.5, (a - c) / (2 * bend))) : 0;
  return from + (best + 0.5 + offset) * STEP;
}

/** Share of all latencies between two bounds; of a span that a bound cuts, the part inside. */
function shareWithin(spans: readonly Span[], low: number, high: number): number {
  const inside = spans.reduce((sum, { from, to, count }) => {
    return sum + count * Math.max(0, (Math.min(to, high) - Math.max(from, low)) / (to - from));
  }, 0);
  return inside / countOf(spans);
}
