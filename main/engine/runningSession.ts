import { diagnoseLevels } from "../../app/diagnosis/diagnose.ts";
import type { LevelSummary } from "../../app/diagnosis/levelSummary.ts";
import { SessionFold } from "../../app/diagnosis/sessionFold.ts";
import type { Diagnosis } from "../../app/model/finding.ts";
import { type Session, type SessionEvent, sessionWithEvent } from "../../app/model/recording.ts";

/** A session while it runs, as far as its events have told. Of its ticks and samples only the sums: they are in the store. */
export class RunningSession {
  #session: Session;
  readonly #fold: SessionFold;

  constructor(begun: Session) {
    this.#session = begun;
    this.#fold = new SessionFold(begun);
  }

  get session(): Session {
    return this.#session;
  }

  /** Of the levels that have measured something. */
  get levels(): readonly LevelSummary[] {
    return this.#fold.summaries();
  }

  hear(event: SessionEvent): void {
    this.#session = sessionWithEvent(this.#session, event);
    this.#fold.add(event);
  }

  diagnosis(): Diagnosis {
    return diagnoseLevels(this.levels, this.#session);
  }
}
