import { setTimeout as sleep } from "node:timers/promises";
import { levelsOf, type Plan } from "../../app/model/plan.ts";
import type { SessionEvent, SessionStatus } from "../../app/model/recording.ts";
import type { Sample } from "../../app/model/sample.ts";
import type { Tick } from "../../app/model/tick.ts";
import { Generator } from "../load/generator.ts";
import type { Preflight } from "../load/preflight.ts";
import { Sampler } from "../probes/sampler.ts";
import type { SessionClock } from "./clock.ts";

const FLUSH_MS = 250; // what is told and stored at once; a crash loses no more than this

export type StopReason = "stopped" | "interrupted";

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
  #fault: { readonly error: unknown } | null = null;

  constructor(plan: Plan, target: Preflight, clock: SessionClock, emit: (event: SessionEvent) => void) {
    this.#plan = plan;
    this.#emit = emit;
    this.#generator = new Generator(plan, clock.originNs, {
      tick: (tick) => this.#ticks.push(tick),
      level: (level) => this.#tell({ kind: "level", level }),
    });
    const port = target.isThisMachine ? target.port : null;
    this.#sampler = new Sampler({ port, pid: plan.pid, originNs: clock.originNs, onSample: (sample) => this.#samples.push(sample) });
  }

  /** Runs to the end, or until `stop`. Resolves with how it ended; `afterLevel` is called when a level's numbers are complete. */
  async run(afterLevel: () => void): Promise<SessionStatus> {
    await this.#sampler.start();
    const beat = setInterval(() => this.#flush(), FLUSH_MS);
    try {
      const levels = levelsOf(this.#plan);
      for (const level of levels) {
        if (this.#stopReason !== null) break;
        await this.#generator.runLevel(level.index, level.connections, level);
        this.#flush();
        if (this.#fault === null) afterLevel();
        if (level.index < levels.length - 1) await this.#coolDown();
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
    this.#generator.stop();
  }

  skipLevel(): void {
    this.#generator.skipLevel();
  }

  async #coolDown(): Promise<void> {
    await sleep(this.#plan.cooldownMs, undefined, { signal: this.#cooldown.signal }).catch(() => {}); // aborted: the run is being stopped
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
