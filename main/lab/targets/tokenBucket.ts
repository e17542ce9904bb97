/** Admits `perSecond` requests a second on average, and at most `burst` at once after a pause. */
export class TokenBucket {
  readonly #perMs: number;
  readonly #burst: number;
  #tokens: number;
  #filledMs: number | null = null;

  constructor({ perSecond, burst }: { perSecond: number; burst: number }) {
    this.#perMs = perSecond / 1_000;
    this.#burst = burst;
    this.#tokens = burst;
  }

  /** Takes one token if there is one; `nowMs` is any clock that does not go back. */
  take(nowMs: number): boolean {
    const sinceMs = nowMs - (this.#filledMs ?? nowMs);
    this.#filledMs = nowMs;
    this.#tokens = Math.min(this.#burst, this.#tokens + sinceMs * this.#perMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
