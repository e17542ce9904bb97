/**
 * How fast a counter grew, per second. Null if either reading is missing, no time passed, or the counter went back
 * (a restarted process, a counter that wrapped): a rate nobody measured is not zero.
 */
export function perSecond(before: number | null | undefined, after: number | null | undefined, intervalMs: number): number | null {
  if (before == null || after == null || !(intervalMs > 0) || after < before) return null;
  return ((after - before) / intervalMs) * 1000;
}
