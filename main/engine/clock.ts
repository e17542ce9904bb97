/** A session's clock: milliseconds since its start, from the monotonic clock all threads of a process share. */
export class SessionClock {
  readonly originNs = process.hrtime.bigint();
  readonly startedAt = new Date().toISOString();

  nowMs(): number {
    return Number(process.hrtime.bigint() - this.originNs) / 1e6;
  }
}
