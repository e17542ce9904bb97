import type { Plan } from "../../app/model/plan.ts";
import type { Tick } from "../../app/model/tick.ts";
import type { LevelWindow } from "./loadMeter.ts";

/** Given to a load thread at its start. */
export interface WorkerStart {
  readonly plan: Plan;
  readonly originNs: bigint; // process.hrtime.bigint() when the session began
  readonly cookieSeed: string;
}

/** What a load thread is told. Times in ms of the session. */
export type WorkerOrder =
  | { kind: "open"; level: number; connections: number; firstConnection: number } // connect; send nothing yet
  | { kind: "run"; window: LevelWindow }
  | { kind: "end" } // no new request, drain
  | { kind: "abandon" }; // no new request, drop what is in flight

/** What a load thread tells. Each of opened, ended and drained comes once a level. */
export type WorkerNews =
  | { kind: "opened" } // every connection has been tried
  | { kind: "tick"; slot: number; tick: Tick } // this thread's part of it
  | { kind: "ended"; atMs: number } // the window is over, all its ticks are told
  | { kind: "drained" }; // nothing in flight, all sockets closed
