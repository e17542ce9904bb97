import { randomBytes } from "node:crypto";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { PlateauError } from "../../app/model/errors.ts";
import { changed, type Plan, type PlannedLevel } from "../../app/model/plan.ts";
import type { LevelRecord } from "../../app/model/recording.ts";
import { NO_THINK_TIME } from "../../app/model/thinkTime.ts";
import type { Tick } from "../../app/model/tick.ts";
import type { WorkerNews, WorkerOrder, WorkerStart } from "./loadMessages.ts";
import { TickMerger } from "./tickMerger.ts";

const START_IN_MS = 10; // from the word to the first request: all threads have heard it by then
const HEAP = { maxYoungGenerationSizeMb: 16 }; // for the garbage of answers; left alone it swings between 12 and 48 MB, and a request costs no less CPU

export interface GeneratorEvents {
  /** In order, all of a level's before its last `level`. */
  tick(tick: Tick): void;
  /** When a level's warm-up begins, and when it is over. */
  level(level: LevelRecord): void;
}

/** What a level has beside its number of connections. */
export interface LevelKind extends Pick<PlannedLevel, "thinkTime" | "rateRps" | "experiment" | "changes"> {
  readonly durationMs?: number; // measured; left out: the plan's
  readonly inserted?: boolean; // not of the plan
}

const NEVER_WAITING: LevelKind = { thinkTime: NO_THINK_TIME, rateRps: null };

/** A level as it goes; the counts are of threads. */
interface LevelRun {
  record: LevelRecord;
  readonly plan: Plan; // with what this level changes of it
  readonly durationMs: number; // measured
  begun: boolean;
  readonly threads: readonly Worker[];
  opened: number;
  ended: number;
  drained: number;
  readonly answers: (readonly number[])[]; // by thread, per connection
  ending: "complete" | "stopped" | "skipped";
  readonly ticks: TickMerger;
  readonly resolve: (record: LevelRecord) => void;
  readonly reject: (error: PlateauError) => void;
}

/**
 * Drives the load of a plan, level after level, from threads of its own. Each level has fresh connections, opened before its clock
 * starts; after the measured window what is in flight is waited for, uncounted, up to the plan's timeout (30 s at most).
 */
export class Generator {
  private readonly plan: Plan;
  private readonly start: WorkerStart;
  private readonly events: GeneratorEvents;
  private readonly threads: Worker[] = [];
  private run: LevelRun | null = null;
  private closed = false;

  /** `originNs`: process.hrtime.bigint() at the session's start; all times are counted from it. */
  constructor(plan: Plan, originNs: bigint, events: GeneratorEvents) {
    this.plan = plan;
    this.start = { plan, originNs, userSeed: randomBytes(12).toString("hex") };
    this.events = events;
  }

  /**
   * Opens the connections, warms up, measures, drains. A target that cannot be reached does not end a level: its errors are counted.
   * In the open model `connections` is the most that may be opened.
   * @throws PlateauError GENERATOR_FAILED if a load thread died, and from then on
   */
  async runLevel(index: number, connections: number, kind: LevelKind = NEVER_WAITING): Promise<LevelRecord> {
    if (this.closed) throw new PlateauError("GENERATOR_FAILED", "the load generator is closed", { level: index });
    if (this.run !== null) throw new Error("one level at a time: two would measure each other");
    const { thinkTime, rateRps, inserted = false, experiment, changes = {} } = kind;
    const plan = changed(this.plan, changes);
    const threads = this.threadsFor(Math.min(plan.threads, connections));
    return new Promise((resolve, reject) => {
      const ticks = new TickMerger(threads.length, (tick) => this.events.tick(tick));
      const nowMs = this.nowMs();
      const window = { startedMs: nowMs, measuredFromMs: nowMs, measuredToMs: nowMs };
      const mark = { ...(experiment === undefined ? {} : { experiment }), ...(kind.changes === undefined ? {} : { changes }) };
      const record: LevelRecord = { index, connections, thinkTime, rateRps, inserted, ...mark, ...window, state: "running" };
      this.run = {
        record,
        plan,
        durationMs: kind.durationMs ?? plan.durationMs,
        begun: false,
        threads,
        opened: 0,
        ended: 0,
        drained: 0,
        answers: [],
        ending: "complete",
        ticks,
        resolve,
        reject,
      };
      let firstConnection = 0;
      threads.forEach((thread, i) => {
        const own = Math.floor(connections / threads.length) + (i < connections % threads.length ? 1 : 0);
        const place = { connections: own, firstConnection, allConnections: connections, thread: i, threads: threads.length };
        tell(thread, { kind: "open", share: { level: index, thinkTime, rateRps, ...place, changes } });
        firstConnection += own;
      });
    });
  }

  /** Ends the current level now and keeps what was measured. Requests in flight are still waited for. */
  skipLevel(): void {
    this.cut("skipped");
  }

  /** Ends the current level now and keeps what was measured. Requests in flight are dropped. */
  stop(): void {
    this.cut("stopped");
  }

  /** Ends the threads, whatever they do. A level still running rejects. */
  async close(): Promise<void> {
    this.closed = true;
    this.reject("the load generator was closed while a level ran");
    await Promise.all(this.threads.map((thread) => thread.terminate()));
  }

  private nowMs(): number {
    return Number(process.hrtime.bigint() - this.start.originNs) / 1e6;
  }

  private threadsFor(wanted: number): Worker[] {
    while (this.threads.length < wanted) this.threads.push(this.startThread());
    return this.threads.slice(0, wanted);
  }

  private startThread(): Worker {
    const file = new URL(`./loadWorker${extname(import.meta.url)}`, import.meta.url);
    const thread = new Worker(file, { workerData: this.start, execArgv: [], name: "load", resourceLimits: HEAP });
    thread.on("message", (news: WorkerNews) => this.hear(this.threads.indexOf(thread), news));
    thread.on("error", (error) => this.die(`a load thread broke: ${error.message}`, error));
    thread.on("exit", () => {
      if (!this.closed) this.die("a load thread ended on its own");
    });
    return thread;
  }

  private hear(thread: number, news: WorkerNews): void {
    const { run } = this;
    if (run === null) return;
    switch (news.kind) {
      case "opened":
        if (++run.opened === run.threads.length && run.ending === "complete") this.begin(run);
        return;
      case "tick":
        run.ticks.add(thread, news.slot, news.tick);
        return;
      case "ended":
        run.ended++;
        run.answers[thread] = news.answersPerConnection;
        run.ticks.threadEnded(thread);
        run.record.measuredToMs = run.ended === 1 ? news.atMs : Math.max(run.record.measuredToMs, news.atMs);
        if (run.ended === run.threads.length) this.finish(run);
        return;
      case "drained":
        if (++run.drained < run.threads.length) return;
        if (run.record.state === "running") {
          const nowMs = this.nowMs(); // cut before the clock started
          if (run.ended === 0) Object.assign(run.record, { startedMs: nowMs, measuredFromMs: nowMs, measuredToMs: nowMs });
          this.finish(run);
        }
        this.run = null;
        run.resolve({ ...run.record });
    }
  }

  /** All connections are open: the clock starts. */
  private begin(run: LevelRun): void {
    const startMs = Math.round(this.nowMs() + START_IN_MS);
    const measuredFromMs = startMs + run.plan.warmupMs;
    const measuredToMs = measuredFromMs + run.durationMs;
    run.begun = true;
    Object.assign(run.record, { startedMs: startMs, measuredFromMs, measuredToMs });
    this.events.level({ ...run.record });
    for (const thread of run.threads) tell(thread, { kind: "run", window: { startMs, measuredFromMs, measuredToMs } });
  }

  private finish(run: LevelRun): void {
    const { record } = run;
    record.state = run.ending;
    record.answersPerConnection = run.answers.flat();
    record.measuredFromMs = Math.min(record.measuredFromMs, record.measuredToMs); // cut while warming up
    this.events.level({ ...record });
  }

  private cut(ending: "stopped" | "skipped"): void {
    const { run } = this;
    if (run === null) return;
    if (run.record.state === "running") run.ending = ending;
    const begun = run.begun && this.nowMs() >= run.record.startedMs;
    const order: WorkerOrder = { kind: ending === "stopped" || !begun ? "abandon" : "end" };
    for (const thread of run.threads) tell(thread, order);
  }

  /** A thread is gone, and its connections with it: what the others do is no measurement any more. */
  private die(why: string, cause?: Error): void {
    this.reject(why, cause);
    void this.close();
  }

  private reject(why: string, cause?: Error): void {
    const { run } = this;
    if (run === null) return;
    this.run = null;
    run.reject(new PlateauError("GENERATOR_FAILED", why, { level: run.record.index }, cause === undefined ? {} : { cause }));
  }
}

function tell(thread: Worker, order: WorkerOrder): void {
  thread.postMessage(order);
}
