import type { Plan } from "../../app/model/plan.ts";
import type { SessionEvent } from "../../app/model/recording.ts";
import type { SessionStore } from "../store/sessionStore.ts";
import { Engine, type Outcome } from "./engine.ts";

/**
 * One of two sessions that run by turns: it waits for the other after every level, so that only one loads at a time. Each has an engine of its
 * own, as an engine runs one session; the turns are taken with pause and resume, as a person would.
 */
export class SideByTurns {
  readonly plan: Plan;
  readonly #engine: Engine;
  readonly #onLevel: (index: number) => void;
  readonly #ended = Promise.withResolvers<Outcome | null>();
  readonly #begun = new Set<number>();
  readonly #over = new Set<number>();
  #other: SideByTurns | null = null; // null: it runs on alone
  #id: string | null = null;
  #starting = false;
  #stopped = false;

  constructor(store: SessionStore, plan: Plan, onLevel: (index: number) => void) {
    this.plan = plan;
    this.#onLevel = onLevel;
    this.#engine = new Engine(store);
    this.#engine.listen((id, event) => this.#hear(id, event));
  }

  /** Resolves when it is over and saved; null: it never began. Rejects when it could not be started. */
  get ended(): Promise<Outcome | null> {
    return this.#ended.promise;
  }

  /** Begins, and after its first level lets the other begin. Both end by themselves. */
  runBefore(other: SideByTurns): void {
    this.#other = other;
    other.#other = this;
    this.#goOn();
  }

  /** Ends it and keeps what was measured. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#id !== null) await this.#engine.stop(this.#id, "interrupted");
    else if (!this.#starting) this.#ended.resolve(null);
  }

  #goOn(): void {
    if (this.#id !== null && this.#engine.running === this.#id) this.#engine.control(this.#id).resume();
    else if (!this.#starting && !this.#stopped) void this.#start();
  }

  async #start(): Promise<void> {
    this.#starting = true;
    try {
      const id = await this.#engine.start(this.plan);
      this.#id = id;
      const outcome = this.#engine.outcome(id);
      if (this.#stopped) await this.stop();
      this.#ended.resolve(await outcome);
    } catch (error) {
      await this.#other?.stop(); // nothing is left to compare it with
      this.#ended.reject(error);
    }
  }

  #hear(id: string, event: SessionEvent): void {
    const other = this.#other;
    if (event.kind === "ended" && other !== null) {
      other.#other = null;
      other.#goOn();
    }
    if (event.kind !== "level") return;
    const { index, state } = event.level;
    if (!this.#begun.has(index)) {
      this.#begun.add(index);
      this.#onLevel(index);
      if (other !== null) this.#engine.control(id).pause(); // once this level is over
    }
    if (state === "running" || this.#over.has(index)) return;
    this.#over.add(index);
    if (other !== null) other.#goOn();
  }
}
