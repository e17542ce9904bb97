import { experiments } from "../../app/diagnosis/experiments/index.ts";
import { levelMs, levelsOf, type Plan, type PlannedLevel } from "../../app/model/plan.ts";
import type { LevelRecord, SessionEvent } from "../../app/model/recording.ts";
import { thinkTimeText } from "../../app/model/thinkTime.ts";
import type { Tick } from "../../app/model/tick.ts";

const BAR = 24; // characters

/** Shows how far a run is on standard error: a bar that redraws itself on a terminal, a line a level elsewhere. */
export class Progress {
  readonly #plan: Plan;
  readonly #terminal = process.stderr.isTTY === true;
  readonly #levels: readonly PlannedLevel[];
  #level = 0;
  #block: LevelRecord | null = null; // of an experiment; null: a level of the plan
  #drawn = false;

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#levels = levelsOf(plan);
  }

  hear(event: SessionEvent): void {
    if (event.kind === "level" && event.level.state === "running") {
      this.#level = event.level.index;
      this.#block = event.level.experiment === undefined ? null : event.level;
      if (this.#block !== null && !this.#terminal) process.stderr.write(`${blockText(this.#block)}\n`);
      else if (!this.#terminal)
        process.stderr.write(`level ${this.#level + 1} of ${this.#levels.length}: ${loadText(this.#levels[this.#level])}\n`);
    }
    const tick = event.kind === "progress" ? event.ticks.at(-1) : undefined;
    if (this.#terminal && tick !== undefined) this.#draw(tick, event.kind === "progress" ? event.ticks : []);
  }

  /** Takes the bar away, so that a result can be printed in its place. */
  clear(): void {
    if (this.#drawn) process.stderr.write("\r\u001b[K");
    this.#drawn = false;
  }

  #draw(last: Tick, ticks: readonly Tick[]): void {
    if (this.#block !== null) {
      process.stderr.write(`\r\u001b[K[${"=".repeat(BAR)}] ${blockText(this.#block)}`);
      this.#drawn = true;
      return;
    }
    const { warmupMs, durationMs } = this.#plan;
    const count = this.#levels.length;
    this.#inLevelMs =
      last.phase === "warmup"
        ? Math.min(warmupMs, this.#inLevelMs + ticks.length * 250)
        : Math.max(warmupMs, this.#inLevelMs) + ticks.length * 250;
    const share = (this.#level + Math.min(1, this.#inLevelMs / (warmupMs + durationMs))) / count;
    const filled = Math.round(share * BAR);
    const leftSeconds = Math.max(0, Math.round(((1 - share) * count * levelMs(this.#plan)) / 1000));
    const rps = Math.round((last.requests * 1000) / Math.max(1, last.durationMs));
    process.stderr.write(
      `\r\u001b[K[${"=".repeat(filled)}${" ".repeat(BAR - filled)}] ${loadText(this.#levels[this.#level])}, ${last.phase === "warmup" ? "warming up" : `${rps} req/s`}, ${leftSeconds} s left`,
    );
    this.#drawn = true;
    if (this.#inLevelMs >= warmupMs + durationMs) this.#inLevelMs = 0;
  }

  #inLevelMs = 0;
}

/** "experiment no-cookie, block 2: no cookie, 4 connections" */
function blockText({ experiment, connections, rateRps }: LevelRecord): string {
  if (experiment === undefined) return "";
  const { id, arm, block } = experiment;
  const load = rateRps === null ? `${connections} connections` : `${rateRps} arrivals/s`;
  return `experiment ${id}, block ${block + 1}: ${experiments[id].arms[arm]}, ${load}`;
}

/** "25 connections", "25 connections thinking exp:50ms", "200 arrivals/s" */
function loadText(level: PlannedLevel | undefined): string {
  if (level === undefined) return "";
  if (level.rateRps !== null) return `${level.rateRps} arrivals/s`;
  return `${level.connections} connections${level.thinkTime.kind === "none" ? "" : ` thinking ${thinkTimeText(level.thinkTime)}`}`;
}
