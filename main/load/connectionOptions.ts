import type { AnswerHead, ConnectionUser } from "./connectionUser.ts";
import type { Pace } from "./pace.ts";
import type { Target } from "./target.ts";

export interface ConnectionOptions {
  readonly target: Target;
  readonly user: ConnectionUser; // says what is sent
  readonly timeoutMs: number;
  readonly keepAlive: boolean; // false: a connection of its own for every request
  readonly certificateAuthority?: string; // PEM, instead of the system's
  readonly onHead?: (head: AnswerHead) => void; // of the final answer
  readonly pace?: Pace; // left out: sends as soon as it can
}
