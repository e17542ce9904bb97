/** One turn of the beat: when it is due, ms of the caller's clock. */
export interface Turn {
  readonly dueMs: number;
  readonly waitMs: number; // whole, rounded up: a timer that fires early would shorten the interval
}

/**
 * The next turn of an absolute beat after `nowMs`: turns lie on startMs + k·beatMs, so lateness never adds up. Turns that
 * were missed are left out, not caught up with: two readings in a row would measure an interval of nothing.
 */
export function nextTurn(startMs: number, beatMs: number, nowMs: number): Turn {
  const dueMs = startMs + (Math.floor((nowMs - startMs) / beatMs) + 1) * beatMs;
  return { dueMs, waitMs: Math.ceil(dueMs - nowMs) };
}
