import { pbkdf2Sync } from "node:crypto";

const SLICE_ROUNDS = 100; // about a tenth of a millisecond
const MEASURED_MS = 60; // long enough that some slices are not interrupted

/**
 * How many rounds for `work()` take `ms` of processor time on this machine while nothing else wants the core. A fixed amount of
 * work: when others take the core away it takes longer instead of becoming less. (The kernel's own count of a thread's
 * processor time moves in timer ticks of up to 10 ms, too coarse to stop by.)
 */
export function roundsForMs(ms: number): number {
  let bestMs = Number.POSITIVE_INFINITY;
  const untilMs = performance.now() + MEASURED_MS;
  for (let beganMs = performance.now(); beganMs < untilMs; ) {
    work(SLICE_ROUNDS);
    const endedMs = performance.now();
    bestMs = Math.min(bestMs, endedMs - beganMs); // the fastest slice is the one nobody interrupted
    beganMs = endedMs;
  }
  return Math.round((ms / bestMs) * SLICE_ROUNDS);
}

/**
 * Computes on this thread, in user time: a password hash, as a login would. Machine code made ahead of time, because a loop in
 * JavaScript ran at a third of its speed after some seconds, when the compiler changed its mind about it.
 */
export function work(rounds: number): void {
  pbkdf2Sync("password", "salt", rounds, 32, "sha256");
}
