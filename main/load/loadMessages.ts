import type { Plan, PlanChanges } from "../../app/model/plan.ts";
import type { ThinkTime } from "../../app/model/thinkTime.ts";
import type { Tick } from "../../app/model/tick.ts";
import type { LevelWindow } from "./loadMeter.ts";

/** Given to a load thread at its start. */
export interface WorkerStart {
  readonly plan: Plan;
  readonly originNs: bigint; // process.hrtime.bigint() when the session began
  readonly userSeed: string;
}

/** What a thread has to do of a level. */
export interface LevelShare {
  readonly level: number;
  readonly thinkTime: ThinkTime;
  readonly rateRps: number | null; // of all threads; null: the closed model
  readonly connections: number; // of the open model: the most
  readonly firstConnection: number; // of all threads' connections
  readonly allConnections: number;
  readonly thread: number; // from 0
  readonly threads: number;
  readonly changes: PlanChanges; // what this level does otherwise than the plan
}

/** What a load thread is told. Times in ms of the session. */
export type WorkerOrder =
  | { kind: "open"; share: LevelShare } // connect; send nothing yet
  | { kind: "run"; window: LevelWindow }
  | { kind: "end" } // no new request, drain
  | { kind: "abandon" }; // no new request, drop what is in flight

/** What a load thread tells. Each of opened, ended and drained comes once a level. */
export type WorkerNews =
  | { kind: "opened" } // every connection has been tried
  | { kind: "tick"; slot: number; tick: Tick } // this thread's part of it
  | { kind: "ended"; atMs: number; answersPerConnection: readonly number[] } // the window is over, all its ticks are told
  | { kind: "drained" }; // nothing in flight, all sockets closed
