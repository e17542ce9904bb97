import type { RunningEngine } from "./engineRuntime.ts";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8_000;
const SETTLED_MS = 10_000; // an engine that lived this long did not die of how it starts
const END_MS = 5_000; // for a clean end: the store is closed and a running session saved as far as it came

/** What the shell is told of the engine. */
export interface EngineListeners {
  onMessage(message: unknown): void;
  onClose(): void; // it ended; calls under way will not be answered
  onRestart(): void; // there is a new one
}

/** Keeps an engine running: one that dies is started anew, soon at first, then less and less eagerly. */
export class EngineProcess {
  readonly #start: () => RunningEngine;
  readonly #listeners: EngineListeners;
  #engine: RunningEngine | null = null;
  #startedMs = 0;
  #waitMs = FIRST_WAIT_MS;
  #restart: NodeJS.Timeout | null = null;
  #ending: (() => void) | null = null;

  constructor(start: () => RunningEngine, listeners: EngineListeners) {
    this.#start = start;
    this.#listeners = listeners;
    this.#begin();
  }

  /** Passes a message on. While there is no engine it is answered by a close, so that nobody waits for ever. */
  send(message: unknown): void {
    if (this.#engine === null) this.#listeners.onClose();
    else this.#engine.send(message);
  }

  /** Resolves when the engine has ended: cleanly, or killed after some seconds. It is not started again. */
  stop(): Promise<void> {
    if (this.#restart !== null) clearTimeout(this.#restart);
    const engine = this.#engine;
    if (engine === null) return Promise.resolve();
    return new Promise((resolve) => {
      const overdue = setTimeout(() => engine.kill(), END_MS);
      this.#ending = () => {
        clearTimeout(overdue);
        resolve();
      };
      engine.end();
    });
  }

  #begin(): void {
    const engine = this.#start();
    this.#engine = engine;
    this.#startedMs = Date.now();
    engine.onMessage((message) => this.#listeners.onMessage(message));
    engine.onExit((how) => this.#ended(how));
  }

  #ended(how: string): void {
    this.#engine = null;
    if (this.#ending !== null) {
      this.#ending();
      return;
    }
    if (Date.now() - this.#startedMs >= SETTLED_MS) this.#waitMs = FIRST_WAIT_MS;
    console.error(`plateau: engine : ended (${how}), started again in ${this.#waitMs} ms`);
    this.#listeners.onClose();
    this.#restart = setTimeout(() => {
      this.#begin();
      this.#listeners.onRestart();
    }, this.#waitMs);
    this.#waitMs = Math.min(LONGEST_WAIT_MS, this.#waitMs * 2);
  }
}
