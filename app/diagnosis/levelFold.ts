import { changed, type Plan } from "../model/plan.ts";
import type { LevelRecord } from "../model/recording.ts";
import type { HostReading, Sample, TargetReading } from "../model/sample.ts";
import type { Tick } from "../model/tick.ts";
import { fairnessOf } from "./fairness.ts";
import type { LevelSummary, LoadSummary } from "./levelSummary.ts";
import { LoadFold } from "./loadFold.ts";
import { MachineFold, type UsualMachine } from "./machineSummary.ts";
import type { About } from "./observe.ts";
import { HostMeans, TargetMeans } from "./readingMeans.ts";
import { type TargetMemory, withMemory } from "./targetMemory.ts";
import { summariseTold } from "./toldLevel.ts";

/** Takes what happens in a level, one piece at a time. Its samples may come late, after its end; its ticks do not. */
export class LevelFold {
  readonly #about: About;
  readonly #plan: Plan; // as this level drove it
  #record: LevelRecord;
  #load: LoadFold | LoadSummary; // the summary, once it was asked for after the end
  readonly machine = new MachineFold();
  readonly #host = new HostMeans();
  readonly #target = new TargetMeans();
  #targetMemory: TargetMemory | null = null;
  #undecided: Sample[] = []; // taken after the last tick of a level whose end is not known yet
  #measuredToMs = 0; // as far as the ticks tell
  #known: { readonly summary: LevelSummary; readonly usual: UsualMachine } | null = null;

  constructor(record: LevelRecord, about: About) {
    this.#record = record;
    this.#about = about;
    this.#plan = changed(about.plan, record.changes);
    this.#load = new LoadFold(this.#plan.requests);
  }

  get hasMeasured(): boolean {
    return this.#record.totals !== undefined || !(this.#load instanceof LoadFold) || !this.#load.isEmpty;
  }

  change(record: LevelRecord): void {
    this.#record = record;
    this.#known = null;
    this.#decide();
  }

  tick(tick: Tick): void {
    if (tick.phase !== "measured" || !(this.#load instanceof LoadFold)) return;
    this.#load.add(tick);
    this.#known = null;
    this.#measuredToMs = tick.atMs + tick.durationMs;
    this.#decide();
  }

  sample(sample: Sample): void {
    if (sample.atMs <= this.#record.measuredFromMs) return;
    if (this.#isOver && sample.atMs - sample.intervalMs >= this.#record.measuredToMs) return;
    this.#undecided.push(sample);
    this.#decide();
  }

  /** The same object until something changes. @throws PlateauError VALUE_OUT_OF_RANGE when nothing was measured */
  summary(usual: UsualMachine): LevelSummary {
    const known = this.#known;
    if (known !== null && known.usual.cpuMegahertz === usual.cpuMegahertz && known.usual.onBattery === usual.onBattery)
      return known.summary;
    if (this.#record.totals !== undefined) {
      const summary = summariseTold(this.#record, this.#record.totals, this.#plan.keepAlive);
      this.#known = { summary, usual };
      return summary;
    }
    const { host } = this.#about;
    const record = this.#record;
    const load = this.#load instanceof LoadFold ? this.#load.summary(record) : this.#load;
    if (this.#isOver) this.#load = load;
    const readings = { host: this.#host.value, target: this.#target.value, targetMemory: this.#targetMemory };
    const summary: LevelSummary = {
      index: record.index,
      thinkTime: record.thinkTime,
      state: record.state,
      keepAlive: this.#plan.keepAlive,
      experiment: record.experiment ?? null,
      told: false,
      fairness: fairnessOf(record),
      ...load,
      ...readings,
      machine: this.machine.summary(usual),
      otherCpuPercent: othersOf(readings.host, readings.target, load.generator.cpuCores, host.cores ?? Number.NaN),
    };
    this.#known = { summary, usual };
    return summary;
  }

  get #isOver(): boolean {
    return this.#record.state !== "running";
  }

  /** A level may end before it was meant to: a sample counts once the ticks have come past it, or the end is known. */
  #decide(): void {
    const later: Sample[] = [];
    for (const sample of this.#undecided) {
      if (this.#isOver || sample.atMs <= this.#measuredToMs) this.#take(sample);
      else later.push(sample);
    }
    this.#undecided = later;
  }

  #take(sample: Sample): void {
    const { measuredFromMs, measuredToMs } = this.#record;
    const { atMs, intervalMs, host, target } = sample;
    if (atMs - intervalMs >= measuredToMs) return;
    this.#known = null;
    this.machine.add(sample);
    if (atMs - intervalMs / 2 < measuredFromMs || atMs > measuredToMs + intervalMs / 2) return; // most of it lies outside
    this.#host.add(host);
    if (target === null) return;
    this.#target.add(target);
    this.#targetMemory = withMemory(this.#targetMemory, target.rssBytes);
  }
}

function othersOf(host: HostReading, target: TargetReading | null, generatorCores: number, cores: number): number | null {
  if (host.us === null || host.sy === null || target === null || target.cpuCores === null) return null;
  return Math.max(0, host.us + host.sy - (100 * (target.cpuCores + generatorCores)) / cores);
}
