import { diagnoseLevels } from "../../app/diagnosis/diagnose.ts";
import type { LevelSummary } from "../../app/diagnosis/levelSummary.ts";
import { SessionFold } from "../../app/diagnosis/sessionFold.ts";
import type { Diagnosis } from "../../app/model/finding.ts";
import type { PlannedLevel } from "../../app/model/plan.ts";
import { type Session, type SessionEvent, sessionWithEvent } from "../../app/model/recording.ts";
import { nextBlock } from "../../app/schedule/nextBlock.ts";
import { nextLevel } from "../../app/schedule/nextLevel.ts";

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

  /** Of the experiments' blocks that have measured something. */
  get blocks(): readonly LevelSummary[] {
    return this.#fold.blocks();
  }

  /** What the plan has next, or after it its experiments; null: all is done. */
  next(): PlannedLevel | null {
    const { plan, levels: records } = this.#session;
    const { levels: summaries, blocks } = this;
    return nextLevel(plan, { records, summaries }) ?? nextBlock({ session: this.#session, summaries, blocks });
  }

  /** What a level that begins now shows is of a plateau, as far as can be seen, or the last that can be. */
  get isAtItsHeight(): boolean {
    const { plan, levels: records } = this.#session;
    return this.diagnosis().plateau !== null || nextLevel(plan, { records, summaries: this.levels }) === null;
  }

  hear(event: SessionEvent): void {
    this.#session = sessionWithEvent(this.#session, event);
    this.#fold.add(event);
  }

  diagnosis(): Diagnosis {
    return diagnoseLevels(this.levels, this.#session, this.blocks);
  }
}
