import { waitMs } from "./serviceTime.ts";

/** A line of fixed speed that everybody shares: what is sent waits until what came before has gone through. */
export class SharedLink {
  readonly #bytesPerMs: number;
  #freeAtMs = 0;
  #sentBytes = 0;

  constructor({ megabitsPerSecond }: { megabitsPerSecond: number }) {
    this.#bytesPerMs = (megabitsPerSecond * 1e6) / 8 / 1_000;
  }

  get sentBytes(): number {
    return this.#sentBytes;
  }

  /** Resolves when the last of `bytes` has gone through. */
  async carry(bytes: number): Promise<void> {
    const nowMs = performance.now();
    this.#freeAtMs = Math.max(this.#freeAtMs, nowMs) + bytes / this.#bytesPerMs;
    await waitMs(this.#freeAtMs - nowMs);
    this.#sentBytes += bytes;
  }
}
