import type { Exchange } from "./connectionUser.ts";

/** How a connection failed a request; as in ErrorCounts, without what an answer's content decides. */
export type ConnectionFailure = "connect" | "send" | "receive" | "timeout";

/**
 * What a connection tells while it works. All times are the thread's performance.now(), ms.
 * Every request that was sent ends in exactly one call of answered() or failed().
 */
export interface ConnectionObserver {
  /** May a request be sent now? Once false, the connection stays quiet. */
  readonly open: boolean;
  /** Ends in one call of connected() or failed(). */
  connecting(): void;
  connected(nowMs: number, connectUs: number): void;
  sent(nowMs: number, bytes: number): void;
  /** Bytes of an answer, whole or not. */
  received(nowMs: number, bytes: number): void;
  /** `responseUs`: since the request was meant to be sent; negative where that was when it was sent. */
  answered(nowMs: number, latencyUs: number, status: number, responseUs: number, exchange: Exchange): void;
  /**
   * `inFlight`: a request ended with it. `lost`: it ended because the server closed the connection before one byte of the answer;
   * such a request may never have been looked at.
   */
  failed(
    nowMs: number,
    failure: ConnectionFailure,
    inFlight: boolean,
    lost: boolean,
    error: Error,
    responseUs: number,
    exchange: Exchange,
  ): void;
}
