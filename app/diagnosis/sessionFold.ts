import type { Recording, SessionEvent } from "../model/recording.ts";
import { LevelFold } from "./levelFold.ts";
import type { LevelSummary } from "./levelSummary.ts";
import { MachineFold } from "./machineSummary.ts";
import type { About } from "./observe.ts";

/**
 * A session as its levels' summaries, from its events one at a time: what a running session needs to know of itself. Its size grows
 * with levels and seconds, not with requests or samples.
 */
export class SessionFold {
  readonly #about: About;
  readonly #levels = new Map<number, LevelFold>();

  constructor(about: About) {
    this.#about = about;
  }

  /** Ticks of a level come after its beginning and before its end. */
  add(event: SessionEvent): void {
    if (event.kind === "level") this.#level(event.level);
    if (event.kind !== "progress") return;
    for (const tick of event.ticks) this.#levels.get(tick.level)?.tick(tick);
    for (const sample of event.samples) for (const level of this.#levels.values()) level.sample(sample);
  }

  /** Of every level that has measured something, in the order they were run; without the blocks of experiments. */
  summaries(): LevelSummary[] {
    return this.#all().filter(({ experiment }) => experiment === null);
  }

  /** Of every block of an experiment that has measured something, in the order they were run. */
  blocks(): LevelSummary[] {
    return this.#all().filter(({ experiment }) => experiment !== null);
  }

  #all(): LevelSummary[] {
    const measured = [...this.#levels].toSorted(([a], [b]) => a - b).flatMap(([, level]) => (level.hasMeasured ? [level] : []));
    const usual = MachineFold.usual(measured.map(({ machine }) => machine));
    return measured.map((level) => level.summary(usual));
  }

  #level(record: Recording["levels"][number]): void {
    const level = this.#levels.get(record.index);
    if (level === undefined) this.#levels.set(record.index, new LevelFold(record, this.#about));
    else level.change(record);
  }
}
