/** The two clocks that are compared, ms. */
export interface Clocks {
  wallMs(): number;
  monotonicMs(): number;
}

const REAL_CLOCKS: Clocks = { wallMs: () => Date.now(), monotonicMs: () => performance.now() };

/**
 * Has the wall clock moved against the monotonic one? Somebody set it, or the machine slept: Linux' monotonic clock stands
 * still meanwhile, the wall clock does not. Slewing by a time server is at most 0.05 % and does not count as a jump.
 */
export class ClockWatch {
  readonly #clocks: Clocks;
  #offsetMs: number;

  constructor(clocks: Clocks = REAL_CLOCKS) {
    this.#clocks = clocks;
    this.#offsetMs = this.#readOffsetMs();
  }

  /** By how much the wall clock went further than the monotonic one since this was last asked, ms; negative: it was set back. */
  jumpMs(): number {
    const before = this.#offsetMs;
    this.#offsetMs = this.#readOffsetMs();
    return this.#offsetMs - before;
  }

  /** The monotonic clock is read on both sides: a thread that is kept from running in between errs by half as much. */
  #readOffsetMs(): number {
    const beforeMs = this.#clocks.monotonicMs();
    const wallMs = this.#clocks.wallMs();
    return wallMs - (beforeMs + this.#clocks.monotonicMs()) / 2;
  }
}
