import { type Due, DueQueue } from "./dueQueue.ts";

// A timer of whole milliseconds, on Linux: nine in ten come 0.1 to 0.25 ms late, one in twenty 0.4 to 0.9 ms, the others up to 0.8 ms early.
const TIMER_LATE_MS = 0.25; // allowed for where the rest of the wait costs processor time
const TIMER_LATEST_MS = 1; // allowed for where it does not: one arrival in twenty would be late enough to be seen in the gaps
const NEAR_MS = 0.01; // near enough to its time
const SHORT_MS = 0.1; // passed by turning, where nothing is waited for
const NAP_MS = 0.05; // becomes about 0.1
const SPIN_SAVED_MS = 20; // at most, of what was not used
const LATE_WEIGHT = 0.1; // of the latest reading in the running mean
const LATEST_MS = 1; // a longer one is the scheduler of a busy machine, and no habit of the sleep

export interface PacerOptions {
  readonly isIdle: () => boolean; // nothing can arrive that would have to be timed
  readonly mayNap: () => boolean; // what arrives may be timed 0.1 ms late
  readonly spinShare: number; // of the thread's time, 0..1: the processor may be the target's
}

/**
 * Does things at their time, closer than timers of whole milliseconds. The last stretch is slept through when the thread has nothing else to
 * wait for (to some 0.05 ms, at no cost). While answers are awaited, it is passed by looking for them between naps, where answers take so long that
 * a nap does not matter to them: a target on the same core gets it meanwhile. Where answers are fast, by looking all the time, for a share of the
 * time at most, so that the generator does not become the load; beyond that things come up to 1 ms late, and whoever asked corrects or counts it.
 */
export class Pacer {
  private readonly queue = new DueQueue();
  private readonly options: PacerOptions;
  private readonly cell = new Int32Array(new SharedArrayBuffer(4)); // never notified: a wait on it is a sleep
  private timer: NodeJS.Timeout | null = null;
  private wakeMs = Number.POSITIVE_INFINITY; // when the timer comes; -infinity: turning
  private sleepLateMs = 0.06; // running mean of how late a sleep ends
  private spinSavedMs = SPIN_SAVED_MS;
  private spunAtMs = performance.now();
  private spinning = false;
  private running = false;

  constructor(options: PacerOptions) {
    this.options = options;
  }

  /** Calls `item.due()` at its time, never before and never at once. */
  add(item: Due): void {
    this.queue.push(item);
    if (!this.running && item.dueMs < this.wakeMs) this.arm();
  }

  /** Forgets what is not done yet. */
  clear(): void {
    this.queue.clear();
    this.disarm();
  }

  private disarm(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    this.wakeMs = Number.POSITIVE_INFINITY;
  }

  /** Waits in the way that suits what is left. */
  private arm(): void {
    const first = this.queue.first;
    if (this.wakeMs === Number.NEGATIVE_INFINITY) return;
    this.disarm();
    if (first === undefined) return;
    const nowMs = performance.now();
    const leftMs = first.dueMs - nowMs;
    const maySleep = this.options.isIdle() || this.options.mayNap();
    const leadMs = maySleep ? TIMER_LATEST_MS : TIMER_LATE_MS;
    const near = leftMs < 1 + leadMs; // less than a timer is good for
    if (near && (leftMs < SHORT_MS || maySleep || this.maySpin(nowMs))) {
      this.wakeMs = Number.NEGATIVE_INFINITY;
      setImmediate(this.turn);
      return;
    }
    this.spinning = false;
    const waitMs = near ? 1 : Math.floor(leftMs - leadMs);
    this.wakeMs = nowMs + waitMs;
    this.timer = setTimeout(this.wake, waitMs);
  }

  private readonly wake = (): void => {
    this.timer = null;
    this.wakeMs = Number.POSITIVE_INFINITY;
    this.run();
  };

  private readonly turn = (): void => {
    this.wakeMs = Number.POSITIVE_INFINITY;
    const first = this.queue.first;
    if (first !== undefined) {
      if (this.options.isIdle()) this.sleepUntil(first.dueMs);
      else if (first.dueMs - performance.now() > SHORT_MS + NAP_MS && this.options.mayNap()) Atomics.wait(this.cell, 0, 0, NAP_MS);
    }
    this.run();
  };

  /** Only when nothing is awaited: whatever came meanwhile would be read, and timed, late. */
  private sleepUntil(dueMs: number): void {
    const beganMs = performance.now();
    const sleepMs = dueMs - beganMs - this.sleepLateMs;
    if (sleepMs > 1 + TIMER_LATEST_MS) return;
    if (sleepMs > 0) {
      Atomics.wait(this.cell, 0, 0, sleepMs);
      const lateMs = Math.min(LATEST_MS, performance.now() - beganMs - sleepMs);
      this.sleepLateMs += LATE_WEIGHT * (lateMs - this.sleepLateMs);
    }
    while (dueMs - performance.now() > NEAR_MS && dueMs - performance.now() < SHORT_MS);
  }

  private run(): void {
    this.running = true;
    for (let first = this.queue.first; first !== undefined; first = this.queue.first) {
      const nowMs = performance.now();
      if (first.dueMs > nowMs + NEAR_MS) break;
      this.queue.pop();
      first.due(nowMs);
    }
    this.running = false;
    this.arm();
  }

  private maySpin(nowMs: number): boolean {
    const passedMs = nowMs - this.spunAtMs;
    const spentMs = this.spinning ? passedMs : 0;
    this.spunAtMs = nowMs;
    this.spinSavedMs = Math.min(SPIN_SAVED_MS, this.spinSavedMs + this.options.spinShare * passedMs - spentMs);
    this.spinning = this.spinSavedMs > 0;
    return this.spinning;
  }
}
