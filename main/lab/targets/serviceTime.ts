import { setTimeout as timer } from "node:timers/promises";

/**
 * Waits of a target, in ms: mean ± spread, uniform, from a seed, so two runs serve the same times in the same order.
 * The distribution does not change with load; what grows under load is queueing, which is what a lab is for.
 */
export class ServiceTime {
  readonly #meanMs: number;
  readonly #spreadMs: number;
  #state: number;

  constructor({ meanMs, spreadMs, seed }: { meanMs: number; spreadMs: number; seed: number }) {
    this.#meanMs = meanMs;
    this.#spreadMs = spreadMs;
    this.#state = seed >>> 0;
  }

  /** The next time, ms. Source of the generator: mulberry32, T. Ettinger (public domain). */
  nextMs(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const fraction = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    return this.#meanMs + (2 * fraction - 1) * this.#spreadMs;
  }

  /** Waits the next time without using the processor. */
  wait(): Promise<void> {
    return waitMs(this.nextMs());
  }
}

/**
 * Waits at least `ms`, and at most about one more. A timer starts from the event loop's last look at the clock, so on a
 * busy loop it fires early, and it drops the fraction of a millisecond: a load-dependent service time. Hence the second look.
 */
export async function waitMs(ms: number): Promise<void> {
  const dueMs = performance.now() + ms;
  for (let leftMs = ms; leftMs > 0; leftMs = dueMs - performance.now()) await timer(Math.ceil(leftMs));
}
