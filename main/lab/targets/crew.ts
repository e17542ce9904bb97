/** One member of a crew; works on one request at a time. */
export type Member = () => Promise<void>;

/**
 * A fixed number of members with one queue in front, first come, first served. A crew of one is a lock.
 * Resolves when the request's work is done.
 */
export class Crew {
  readonly #idle: Member[];
  readonly #size: number;
  readonly #queue: (() => void)[] = [];

  constructor(members: readonly Member[]) {
    this.#idle = [...members];
    this.#size = members.length;
  }

  /** True when nobody works and nobody waits. */
  get isIdle(): boolean {
    return this.#idle.length === this.#size;
  }

  async work(): Promise<void> {
    if (this.#idle.length === 0) await new Promise<void>((resolve) => this.#queue.push(resolve));
    const member = this.#idle.pop();
    if (member === undefined) throw new Error("a crew woke a request without a free member");
    try {
      await member();
    } finally {
      this.#idle.push(member);
      this.#queue.shift()?.();
    }
  }
}
