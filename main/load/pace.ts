/** A connection that waits for the word before each request. */
export interface PacedConnection {
  /** Send the next request, as soon as there is a connection. `intendedMs`: when it was meant to be sent, by performance.now(); -1: now. */
  resume(intendedMs: number): void;
}

/** Says when a connection sends: a user that thinks, or arrivals that need a connection. */
export interface Pace {
  /** A request has ended, well or not. Nothing is sent on this connection until it is resumed, which may be at once. */
  ended(connection: PacedConnection, nowMs: number): void;
}
