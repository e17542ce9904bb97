/**
 * Indices to draw of a long series: in every bucket its first, lowest, highest and last value, and one gap when it has one.
 * A spike of one tick stays visible however long the session; averaging would hide exactly what is looked for.
 */
export function downsample(values: readonly (number | null)[], buckets: number): number[] {
  if (values.length <= buckets * 4) return values.map((_, index) => index);
  const kept: number[] = [];
  for (let bucket = 0; bucket < buckets; bucket++) {
    const from = Math.floor((bucket * values.length) / buckets);
    const to = Math.floor(((bucket + 1) * values.length) / buckets);
    kept.push(...extremes(values, from, to));
  }
  return kept;
}

function extremes(values: readonly (number | null)[], from: number, to: number): number[] {
  let low = -1;
  let high = -1;
  let gap = -1;
  for (let index = from; index < to; index++) {
    const value = values[index];
    if (value === null || value === undefined) gap = index;
    else {
      if (low === -1 || value < (values[low] as number)) low = index;
      if (high === -1 || value > (values[high] as number)) high = index;
    }
  }
  return [...new Set([from, low, high, gap, to - 1].filter((index) => index >= 0))].sort((a, b) => a - b);
}

/** Indices cut into runs of about equal length, for series that must be averaged together (stacked shares). */
export function runs(length: number, most: number): { from: number; to: number }[] {
  const count = Math.min(length, most);
  return Array.from({ length: count }, (_, run) => ({
    from: Math.floor((run * length) / count),
    to: Math.floor(((run + 1) * length) / count),
  }));
}
