import { setTimeout as sleep } from "node:timers/promises";
import type { Plan, PlannedLevel } from "../../app/model/plan.ts";
import type { SessionEvent, SessionStatus } from "../../app/model/recording.ts";
import type { Sample } from "../../app/model/sample.ts";
import type { Tick } from "../../app/model/tick.ts";
import { Generator } from "../load/generator.ts";
import type { Preflight } from "../load/preflight.ts";
import { Sampler } from "../probes/sampler.ts";
import type { SessionClock } from "./clock.ts";

const FLUSH_MS = 250; // what is told and stored at once; a crash loses no more than this

export type StopReason = "stopped" | "interrupted";

type Planned = PlannedLevel & { readonly inserted?: boolean };

/** What the run asks of whoever keeps its recording. */
export interface RunSteps {
  nextLevel(): PlannedLevel | null; // null: the plan is complete, and its experiments
  levelOf(connections: number): Planned; // one that is not of the plan
  afterLevel(): void; // a level's numbers are complete
}

/**
 * Drives the levels of a plan one after the other while the sampler watches the host.
 * Everything that happens leaves as an event, in order; the caller stores and shows it.
 */
export class SessionRun {
  readonly #plan: Plan;
  readonly #emit: (event: SessionEvent) => void;
  readonly #generator: Generator;
  readonly #sampler: Sampler;
  readonly #cooldown = new AbortController();
  #ticks: Tick[] = [];
  #samples: Sample[] = [];
  #stopReason: StopReason | null = null;
  #wanted: number | null = null; // connections asked for while it runs
  #paused: PromiseWithResolvers<void> | null = null;
  readonly #originNs: bigint;
  #fault: { readonly error: unknown } | null = null;

  constructor(plan: Plan, target: Preflight, clock: SessionClock, emit: (event: SessionEvent) => void) {
    this.#plan = plan;
    this.#emit = emit;
    this.#originNs = clock.originNs;
    this.#generator = new Generator(plan, clock.originNs, {
      tick: (tick) => this.#ticks.push(tick),
      level: (level) => this.#tell({ kind: "level", level }),
    });
    const port = target.isThisMachine ? target.port : null;
    const { socketPath } = target;
    const { originNs } = clock;
    this.#sampler = new Sampler({ port, socketPath, pid: plan.pid, originNs, onSample: (sample) => this.#samples.push(sample) });
  }

  /** Runs to the end, or until `stop`. Resolves with how it ended. */
  async run(steps: RunSteps): Promise<SessionStatus> {
    await this.#sampler.start();
    const beat = setInterval(() => this.#flush(), FLUSH_MS);
    try {
      let level = this.#next(steps);
      while (level !== null && this.#stopReason === null) {
        await this.#generator.runLevel(level.index, level.connections, level);
        this.#flush();
        if (this.#fault === null) steps.afterLevel();
        await this.#whilePaused();
        level = this.#next(steps);
        if (level !== null) await this.#coolDown(level.pauseMs ?? this.#plan.cooldownMs);
      }
    } finally {
      clearInterval(beat);
      await Promise.all([this.#generator.close(), this.#sampler.stop()]);
      this.#flush();
    }
    if (this.#fault !== null) throw this.#fault.error;
    return this.#stopReason ?? "finished";
  }

  stop(reason: StopReason): void {
    this.#stopReason = reason;
    this.#cooldown.abort();
    this.resume();
    this.#generator.stop();
  }

  skipLevel(): void {
    this.#generator.skipLevel();
  }

  /** Ends the current level and goes on with one of so many connections, which the plan did not list. */
  changeConnections(connections: number): void {
    this.#wanted = connections;
    this.#generator.skipLevel();
  }

  /** After the current level, until `resume` or `stop`. */
  pause(): void {
    this.#paused ??= Promise.withResolvers();
  }

  resume(): void {
    this.#paused?.resolve();
    this.#paused = null;
  }

  annotate(text: string): void {
    this.#tell({ kind: "annotation", annotation: { atMs: Number(process.hrtime.bigint() - this.#originNs) / 1e6, text } });
  }

  /** What a person asked for goes before what the plan has next. */
  #next(steps: RunSteps): Planned | null {
    const connections = this.#wanted;
    this.#wanted = null;
    return connections === null ? steps.nextLevel() : steps.levelOf(connections);
  }

  async #whilePaused(): Promise<void> {
    while (this.#paused !== null) await this.#paused.promise;
  }

  async #coolDown(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#cooldown.signal }).catch(() => {}); // aborted: the run is being stopped
  }

  /** What was measured goes first, so that a level's end finds all its ticks told. */
  #tell(event: SessionEvent): void {
    this.#flush();
    this.#emitOrEnd(event);
  }

  #flush(): void {
    if (this.#ticks.length === 0 && this.#samples.length === 0) return;
    this.#emitOrEnd({ kind: "progress", ticks: this.#ticks, samples: this.#samples });
    this.#ticks = [];
    this.#samples = [];
  }

  /** On a timer or a thread's message nobody can catch what is thrown: a store that fails ends the load, and `run` throws it. */
  #emitOrEnd(event: SessionEvent): void {
    if (this.#fault !== null) return; // nothing after what could not be stored: a recording has no holes
    try {
      this.#emit(event);
    } catch (error) {
      this.#fault = { error };
      this.stop("stopped");
    }
  }
}
