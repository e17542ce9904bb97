const SLICE_STEPS = 20_000; // some tens of microseconds
const MEASURED_MS = 60; // enough for the compiler to have settled and for undisturbed slices to be among them

/**
 * Work that takes `ms` of processor time on this machine while nothing else wants its core, as a number of steps for
 * `work()`. A fixed amount of work: when others take the core away it takes longer instead of becoming less. (The kernel's own
 * count of a thread's processor time moves in timer ticks of up to 10 ms, too coarse to stop by.)
 */
export function stepsForMs(ms: number): number {
  let bestMs = Number.POSITIVE_INFINITY;
  const untilMs = performance.now() + MEASURED_MS;
  for (let beganMs = performance.now(); beganMs < untilMs; ) {
    work(SLICE_STEPS);
    const endedMs = performance.now();
    bestMs = Math.min(bestMs, endedMs - beganMs); // the fastest slice is the one nobody interrupted
    beganMs = endedMs;
  }
  return Math.round((ms / bestMs) * SLICE_STEPS);
}

/** Computes, in user time, on this thread. */
export function work(steps: number): void {
  let mixed = sink;
  for (let step = 0; step < steps; step++) mixed = (Math.imul(mixed ^ (mixed >>> 15), mixed | 1) + step) | 0;
  sink = mixed;
}
let sink = 1; // kept, so that the work has an effect and cannot be left out by the compiler
