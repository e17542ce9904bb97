import type { CacheOutcome } from "../../app/requests/cacheOutcome.ts";

/** What an answer begins with. */
export interface AnswerHead {
  readonly statusCode: number;
  readonly headers: readonly string[]; // name, value, name, value
}

/** What a request was, for whoever counts; true of the one that ended last until the next is asked for. */
export interface Exchange {
  readonly connection: number; // of the level
  readonly step: number;
  /** What is wrong with the answer; null: it is good. */
  readonly fault: "status" | "body" | null;
  /** Whether a cache had the answer; null: it does not tell. */
  readonly cache: CacheOutcome | null;
}

/** Who uses a connection: says what is sent, and looks at what comes back. Every next() ends in one call of answered() or failed(). */
export interface ConnectionUser extends Exchange {
  readonly method: string; // of the request in hand
  /** The bytes of the next request. */
  next(): Buffer;
  head(head: AnswerHead): void;
  /** Part of the answer's body; the bytes are another's after the call. */
  body(chunk: Buffer, from: number, length: number): void;
  /** The answer is whole; `fault` tells what it is worth from here on. */
  answered(): void;
  failed(): void;
}
