import { randomBytes } from "node:crypto";
import type { LevelSummary } from "../../app/diagnosis/levelSummary.ts";
import { byConnections } from "../../app/diagnosis/plateau.ts";
import { sessionValidity } from "../../app/diagnosis/sessionValidity.ts";
import { PlateauError } from "../../app/model/errors.ts";
import type { Diagnosis } from "../../app/model/finding.ts";
import type { Plan } from "../../app/model/plan.ts";
import type { Recording, Session, SessionEvent, SessionStatus } from "../../app/model/recording.ts";
import { requestLine } from "../../app/report/requestLine.ts";
import { insertedLevel } from "../../app/schedule/nextLevel.ts";
import { preflight } from "../load/preflight.ts";
import { hostFacts } from "../probes/hostFacts.ts";
import type { SessionStore } from "../store/sessionStore.ts";
import { PLATEAU_VERSION } from "../version.ts";
import { SessionClock } from "./clock.ts";
import { PlateauDump } from "./plateauDump.ts";
import { RunningSession } from "./runningSession.ts";
import { SessionRun, type StopReason } from "./runSession.ts";

export type EngineListener = (sessionId: string, event: SessionEvent) => void;

/** How a run ended. `error` says why it failed. */
export interface Outcome {
  readonly status: SessionStatus;
  readonly session: Session;
  readonly levels: readonly LevelSummary[];
  readonly diagnosis: Diagnosis;
  readonly error: PlateauError | null;
  /** Read from the store when it is asked for. @throws PlateauError STORE_UNUSABLE, SESSION_UNKNOWN when it was deleted since */
  readonly recording: Recording;
}

interface Current {
  readonly id: string;
  readonly running: RunningSession;
  readonly run: SessionRun;
  readonly outcome: Promise<Outcome>;
}

/** What to do beside loading: a lab target to stop afterwards, say. */
export interface RunOptions {
  readonly whenEnded?: () => Promise<void>;
}

/**
 * Runs sessions and keeps them: one at a time, because two loads would measure each other.
 * It does not know who listens: a window, a browser tab, or the command line.
 */
export class Engine {
  readonly store: SessionStore;
  readonly #listeners = new Set<EngineListener>();
  #current: Current | null = null;
  #starting = false;

  constructor(store: SessionStore) {
    this.store = store;
    store.recover();
  }

  get running(): string | null {
    return this.#current?.id ?? null;
  }

  /** Returns the function that stops listening. */
  listen(listener: EngineListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Checks that the target answers, then starts to load it; resolves with the session's id once it runs.
   * @throws PlateauError ENGINE_BUSY, TARGET_UNREACHABLE, TARGET_REMOTE, PLAN_INVALID, STORE_UNUSABLE; nothing is saved then
   */
  async start(plan: Plan, options: RunOptions = {}): Promise<string> {
    if (this.#current !== null || this.#starting) {
      throw new PlateauError("ENGINE_BUSY", "a session is running : two loads would measure each other (stop it first, or wait)");
    }
    this.#starting = true;
    try {
      const target = await preflight(plan);
      const host = await hostFacts();
      const clock = new SessionClock();
      const id = newId(clock.startedAt);
      const recording: Recording = {
        id,
        name: plan.name === "" ? nameOf(plan) : plan.name,
        status: "running",
        startedAt: clock.startedAt,
        finishedAt: null,
        plateauVersion: PLATEAU_VERSION,
        plan,
        host,
        failure: null,
        warnings: [...target.warnings],
        levels: [],
        ticks: [],
        samples: [],
        annotations: [],
      };
      const running = new RunningSession(recording);
      const emit = (event: SessionEvent): void => {
        this.store.append(id, event);
        running.hear(event);
        dumps.hear(event);
        for (const listener of this.#listeners) listener(id, event);
      };
      const dumps = new PlateauDump({ plan, originNs: clock.originNs, emit, isDue: () => running.isAtItsHeight });
      emit({ kind: "started", recording });
      const run = new SessionRun(plan, target, clock, emit);
      const outcome = this.#drive(running, run, emit, options);
      this.#current = { id, running, run, outcome };
      return id;
    } finally {
      this.#starting = false;
    }
  }

  /** Resolves when the run has ended and is saved; never rejects. @throws PlateauError SESSION_UNKNOWN if it is not running */
  outcome(sessionId: string): Promise<Outcome> {
    return this.#running(sessionId).outcome;
  }

  /** The levels of a running session so far; null when it is not running. */
  levelsOf(sessionId: string): readonly LevelSummary[] | null {
    return this.#current?.id === sessionId ? this.#current.running.levels : null;
  }

  /** What a running session has stored so far; null when it is not running. */
  recordingOf(sessionId: string): Recording | null {
    return this.#current?.id === sessionId ? this.store.read(sessionId) : null;
  }

  /** Ends the run and keeps what was measured. A session that is not running is left alone: it has ended already. */
  async stop(sessionId: string, reason: StopReason = "stopped"): Promise<void> {
    if (this.#current?.id !== sessionId) return;
    this.#current.run.stop(reason);
    await this.#current.outcome;
  }

  /** The running session's controls: skip a level, pause, resume, other connections, a note. @throws PlateauError SESSION_UNKNOWN if it is not running */
  control(sessionId: string): Pick<SessionRun, "skipLevel" | "pause" | "resume" | "changeConnections" | "annotate"> {
    return this.#running(sessionId).run;
  }

  /** Ends what runs, then closes the store. */
  async close(): Promise<void> {
    if (this.#current !== null) await this.stop(this.#current.id, "interrupted");
    this.store.close();
  }

  async #drive(running: RunningSession, run: SessionRun, emit: (event: SessionEvent) => void, options: RunOptions): Promise<Outcome> {
    await Promise.resolve(); // let start() note that it runs before the first event of the run
    const { id } = running.session;
    let status: SessionStatus;
    let error: PlateauError | null = null;
    const judge = (status: SessionStatus): void => {
      const { session, levels } = running;
      const diagnosis = running.diagnosis();
      emit({ kind: "diagnosis", diagnosis });
      this.store.saveOutcome(id, diagnosis, curveOf(levels), sessionValidity({ ...session, status }, levels).state);
    };
    try {
      status = await run.run({
        nextLevel: () => running.next(),
        levelOf: (connections) => insertedLevel(running.session, connections),
        afterLevel: () => judge("running"),
      });
    } catch (caught) {
      if (!(caught instanceof PlateauError)) console.error(caught); // a bug: its stack belongs in the log, the measurement is kept
      status = "failed";
      error =
        caught instanceof PlateauError
          ? caught
          : new PlateauError("GENERATOR_FAILED", `the run broke : ${String(caught)} (please report this)`, {}, { cause: caught });
    }
    const ended: SessionEvent = { kind: "ended", status, finishedAt: new Date().toISOString(), failure: error?.message ?? null };
    try {
      judge(status);
      emit(ended);
    } catch (caught) {
      error ??= caught instanceof PlateauError ? caught : null;
      if (error === null) console.error(caught);
      for (const listener of this.#listeners) listener(id, { ...ended, status: "failed", failure: error?.message ?? ended.failure });
    }
    await options.whenEnded?.();
    this.#current = null;
    return this.#outcome(running, error === null ? status : "failed", error);
  }

  #outcome(running: RunningSession, status: SessionStatus, error: PlateauError | null): Outcome {
    const { store } = this;
    const { session, levels } = running;
    return {
      status,
      session,
      levels,
      diagnosis: running.diagnosis(),
      error,
      get recording() {
        return store.read(session.id);
      },
    };
  }

  #running(sessionId: string): Current {
    if (this.#current?.id !== sessionId)
      throw new PlateauError("SESSION_UNKNOWN", `session ${sessionId} : it is not running (only a running session can be steered)`);
    return this.#current;
  }
}

function curveOf(levels: readonly LevelSummary[]): { connections: number; throughputRps: number }[] {
  return byConnections(levels).map(({ connections, throughputRps }) => ({ connections, throughputRps }));
}

function nameOf(plan: Plan): string {
  return requestLine(plan)
    .replace(/https?:\/\//, "")
    .slice(0, 200);
}

/** "20261121-140501-x4k": sorts by time, short enough to type. */
function newId(startedAt: string): string {
  const [date = "", time = ""] = startedAt.slice(0, 19).replaceAll("-", "").replaceAll(":", "").split("T");
  return `${date}-${time}-${randomBytes(2).toString("hex")}`;
}
