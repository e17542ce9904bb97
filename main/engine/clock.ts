/** When a session began: on the wall, and on the monotonic clock that all threads of this process share. Every `atMs` counts from it. */
export class SessionClock {
  readonly originNs = process.hrtime.bigint();
  readonly startedAt = new Date().toISOString();
}
