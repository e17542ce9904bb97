import type { LatencyHistogram } from "./latencyHistogram.ts";
import { standardDeviation } from "./moments.ts";
import { quantile } from "./quantile.ts";

/** Latencies known to lie between two bounds and not where: evenly spread over the logarithm. */
export interface Span {
  readonly from: number; // natural logarithm of µs
  readonly to: number;
  readonly count: number;
}

const COARSE_US = [1000, 100, 10] as const; // what tools that print milliseconds, tenths or hundredths of one keep

/**
 * What a histogram knows of the logarithm of its latencies. A bucket holds what was rounded into it: half a microsecond on both sides, or half
 * of the coarser unit that all its latencies are multiples of (results of other tools in whole milliseconds). Without this every
 * rounded value would stand alone like a mode.
 */
export function logSpans(histogram: LatencyHistogram): Span[] {
  const buckets = [...histogram.buckets()];
  const unitUs = COARSE_US.find((unit) => buckets.every(({ fromUs, toUs }) => Math.ceil(fromUs / unit) * unit < toUs)) ?? 1;
  const hasZero = buckets[0]?.fromUs === 0;
  return buckets.map(({ fromUs, toUs, count }) => {
    const low = toUs - fromUs > unitUs ? fromUs : Math.ceil(fromUs / unitUs) * unitUs;
    const high = toUs - fromUs > unitUs ? toUs - 1 : low;
    // A logarithm cannot tell 0 from 1 unit: where there is a 0 both are spread over the same span.
    const from = hasZero && low <= unitUs ? unitUs / 4 : low - unitUs / 2;
    const to = hasZero && high <= unitUs ? unitUs * 1.5 : high + unitUs / 2;
    return { from: Math.log(from), to: Math.log(to), count };
  });
}

/** `size` values at the middle of as many equal shares of the whole, rising: a sample with all the detail and none of the chance of a drawn one. */
export function evenSample(spans: readonly Span[], size: number): number[] {
  const share = countOf(spans) / size;
  const values: number[] = [];
  let before = 0;
  for (const { from, to, count } of spans) {
    while (values.length < size && (values.length + 0.5) * share <= before + count) {
      values.push(from + ((to - from) * ((values.length + 0.5) * share - before)) / count);
    }
    before += count;
  }
  return values;
}

export const countOf = (spans: readonly Span[]): number => spans.reduce((sum, { count }) => sum + count, 0);

/** Density on an even grid, smoothed with a normal kernel; sums to 1. */
export interface Density {
  readonly from: number; // of its first cell, natural logarithm of µs
  readonly cells: Float64Array; // each STEP wide
}

export const STEP = 0.02; // one cell is 2 % of latency
const NARROWEST = 0.05; // a kernel narrower than this shows differences of less than 5 %, which nobody asks about
const SAMPLE = 1000; // values that the spread of a histogram is taken from
const REACH = 4; // kernel widths beyond which its weight is nothing

/**
 * Kernel density of log latency. Half the width of Silverman's rule, 0.9 min(deviation, interquartile range / 1.34) n^(-1/5): the
 * rule is made for one normal mode and smooths several into one. `effectiveCount`: so many independent values is the whole worth.
 */
export function logDensity(spans: readonly Span[], effectiveCount: number): Density {
  const width = Math.max(NARROWEST, silvermanWidth(evenSample(spans, SAMPLE), effectiveCount) / 2);
  const reach = Math.ceil((REACH * width) / STEP);
  const from = (spans[0] as Span).from - reach * STEP;
  const last = spans.at(-1) as Span;
  const raw = new Float64Array(Math.ceil((last.to - from) / STEP) + reach + 1);
  const all = countOf(spans);
  for (const span of spans) {
    const [begin, end] = [(span.from - from) / STEP, (span.to - from) / STEP];
    for (let cell = Math.floor(begin); cell < end; cell++) {
      const overlap = Math.min(end, cell + 1) - Math.max(begin, cell);
      (raw[cell] as number) += (span.count / all) * (overlap / (end - begin));
    }
  }
  const kernel = Array.from({ length: reach + 1 }, (_, i) => Math.exp(-0.5 * ((i * STEP) / width) ** 2));
  const sum = kernel.reduce((total, weight, i) => total + (i === 0 ? weight : 2 * weight), 0);
  const cells = raw.map((_, at) => {
    let value = (raw[at] as number) * (kernel[0] as number);
    for (let i = 1; i <= reach; i++) value += ((raw[at - i] ?? 0) + (raw[at + i] ?? 0)) * (kernel[i] as number);
    return value / sum;
  });
  return { from, cells };
}

/** Silverman's rule of thumb for a kernel's width (R's bw.nrd0), for a sample of `n` independent values. */
export function silvermanWidth(values: readonly number[], n = values.length): number {
  return 0.9 * Math.min(standardDeviation(values), (quantile(values, 0.75) - quantile(values, 0.25)) / 1.34) * n ** -0.2;
}
