import type { Plan } from "../../app/model/plan.ts";
import type { LevelRecord, SessionEvent } from "../../app/model/recording.ts";
import { type DumpOutcome, type DumpTarget, takeDump } from "../probes/dumps/takeDump.ts";

export interface PlateauDumpOptions {
  readonly plan: Pick<Plan, "url" | "pid" | "threadDumps">;
  readonly originNs: bigint; // of the session's clock
  readonly emit: (event: SessionEvent) => void;
  /** Whether the level that begins is worth a dump. */
  readonly isDue: () => boolean;
  readonly take?: (target: DumpTarget) => Promise<DumpOutcome>; // tests bring their own
}

/** A dump needs the load on, and numbers nobody counts: that is a warm-up, and this much of it, ms. */
const SHORTEST_WARMUP_MS = 1000;
const INTO_WARMUP = 0.4; // share of it that is over when the dump begins: the load is on, and there is time to end

/**
 * Takes one thread dump in a session, while the target is under load and nothing is measured. It is an event of the session, with a note at
 * its place in time; a target that shows no stacks is left at that.
 */
export class PlateauDump {
  readonly #options: PlateauDumpOptions;
  #pid: number | null;
  #timer: NodeJS.Timeout | null = null;
  #done: boolean;

  constructor(options: PlateauDumpOptions) {
    this.#options = options;
    this.#pid = options.plan.pid;
    this.#done = options.plan.threadDumps === "off";
  }

  /** Every event of the session, after it was kept. */
  hear(event: SessionEvent): void {
    if (event.kind === "progress") this.#pid = event.samples.at(-1)?.target?.pid ?? this.#pid;
    else if (event.kind === "ended") this.close();
    else if (event.kind === "level" && event.level.state === "running") this.#consider(event.level);
  }

  /** No dump from here on; one that is being taken is forgotten. */
  close(): void {
    this.#done = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #consider({ startedMs, measuredFromMs, experiment }: LevelRecord): void {
    const warmupMs = measuredFromMs - startedMs;
    const leftMs = measuredFromMs - this.#nowMs();
    if (this.#done || this.#timer !== null || experiment !== undefined || warmupMs < SHORTEST_WARMUP_MS || leftMs < warmupMs / 2) return;
    if (!this.#options.isDue()) return;
    this.#timer = setTimeout(() => void this.#take(measuredFromMs), Math.max(0, startedMs + warmupMs * INTO_WARMUP - this.#nowMs()));
  }

  async #take(measuredFromMs: number): Promise<void> {
    const { plan, emit, take = takeDump } = this.#options;
    const takenAtMs = this.#nowMs();
    const { dump } = await take({ pid: this.#pid, url: plan.url });
    if (this.#done || dump === null) return;
    this.#done = true;
    const late = this.#nowMs() > measuredFromMs ? "; it reached into what was measured" : "";
    const text = `Thread dump by ${dump.tool}, ${Math.round(dump.durationMs)} ms${late}`;
    try {
      emit({ kind: "dump", dump: { takenAtMs, ...dump } });
      emit({ kind: "annotation", annotation: { atMs: takenAtMs, text } });
    } catch {
      // a store that fails: the run's next event meets it, and ends the run
    }
  }

  #nowMs(): number {
    return Number(process.hrtime.bigint() - this.#options.originNs) / 1e6;
  }
}
