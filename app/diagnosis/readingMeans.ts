import {
  type Backend,
  type HostReading,
  NO_HOST_READING,
  NO_TARGET_READING,
  type TargetReading,
  type ThreadGroup,
  WAIT_KINDS,
  type Waits,
} from "../model/sample.ts";

/** Mean of the readings that were there. A recording of an earlier Plateau may lack one altogether: that is missing as well. */
class Mean {
  #sum = 0;
  #count = 0;

  add(value: number | null | undefined): void {
    if (value == null) return;
    this.#sum += value;
    this.#count++;
  }

  get value(): number | null {
    return this.#count === 0 ? null : this.#sum / this.#count;
  }
}

/** Means of readings with these names, all of one kind. */
class Means<K extends string> {
  readonly #means: ReadonlyMap<K, Mean>;

  constructor(keys: readonly K[]) {
    this.#means = new Map(keys.map((key) => [key, new Mean()]));
  }

  add(reading: { readonly [key in K]?: number | null }): void {
    for (const [key, mean] of this.#means) mean.add(reading[key]);
  }

  get values(): Record<K, number | null> {
    return Object.fromEntries([...this.#means].map(([key, { value }]) => [key, value])) as Record<K, number | null>;
  }
}

/** Takes readings of the host one at a time: the mean of each; one that was never there stays null. */
export class HostMeans {
  readonly #means = new Means(Object.keys(NO_HOST_READING) as (keyof HostReading)[]);

  add(reading: HostReading): void {
    this.#means.add(reading);
  }

  get value(): HostReading {
    return this.#means.values;
  }
}

/** The readings of the target that are one number. */
type Count = Exclude<keyof typeof NO_TARGET_READING, "backends" | "waits" | "threadGroups">;
const COUNTS = Object.keys(NO_TARGET_READING).filter(
  (key): key is Count => key !== "backends" && key !== "waits" && key !== "threadGroups",
);

/** Takes readings of the target one at a time: means; of what is only whole at its fullest (processes, workers, connections to backends) the most. */
export class TargetMeans {
  readonly #means = new Means(COUNTS);
  readonly #backends = new MostPerBackend();
  readonly #waits = new MeanWaits();
  readonly #groups = new MeanGroups();
  #last: TargetReading | null = null;
  #processes = 0;
  #workers: number | null = null;

  add(reading: TargetReading): void {
    this.#last = reading;
    this.#means.add(reading);
    this.#processes = Math.max(this.#processes, reading.processes);
    if (reading.workers != null) this.#workers = Math.max(this.#workers ?? 0, reading.workers);
    if (reading.backends != null) this.#backends.add(reading.backends);
    if (reading.waits != null) this.#waits.add(reading.waits);
    if (reading.threadGroups != null) this.#groups.add(reading.threadGroups);
  }

  /** Null when it was never seen. */
  get value(): TargetReading | null {
    if (this.#last === null) return null;
    return {
      ...NO_TARGET_READING,
      ...this.#means.values,
      pid: this.#last.pid,
      name: this.#last.name,
      processes: this.#processes,
      workers: this.#workers,
      backends: this.#backends.value,
      waits: this.#waits.value,
      threadGroups: this.#groups.value,
    };
  }
}

/** The most connections seen to each address: a pool fills up and stays, a reading may catch it in between. */
class MostPerBackend {
  #most: Map<string, number> | null = null; // null: never read

  add(backends: readonly Backend[]): void {
    this.#most ??= new Map();
    for (const { address, connections } of backends) this.#most.set(address, Math.max(connections, this.#most.get(address) ?? 0));
  }

  get value(): Backend[] | null {
    if (this.#most === null) return null;
    return [...this.#most].map(([address, connections]) => ({ address, connections })).sort((a, b) => b.connections - a.connections);
  }
}

/** Threads waiting in each kind, on average; a reading that did not find one there counts as none. */
class MeanWaits {
  readonly #sums: Waits = {};
  #readings = 0;

  add(waits: Waits): void {
    this.#readings++;
    for (const kind of WAIT_KINDS) this.#sums[kind] = (this.#sums[kind] ?? 0) + (waits[kind] ?? 0);
  }

  get value(): Waits | null {
    if (this.#readings === 0) return null;
    const means = WAIT_KINDS.map((kind) => [kind, (this.#sums[kind] ?? 0) / this.#readings] as const);
    return Object.fromEntries(means.filter(([, threads]) => threads > 0));
  }
}

/** Every group's mean over all readings: the CPU of one that came and went is not the CPU of one that stayed. */
class MeanGroups {
  readonly #sums = new Map<string, Omit<ThreadGroup, "name">>();
  #readings = 0;

  add(groups: readonly ThreadGroup[]): void {
    this.#readings++;
    for (const { name, threads, cpuCores } of groups) {
      const sum = this.#sums.get(name) ?? { threads: 0, cpuCores: 0 };
      this.#sums.set(name, { threads: sum.threads + threads, cpuCores: sum.cpuCores + cpuCores });
    }
  }

  get value(): ThreadGroup[] | null {
    if (this.#readings === 0) return null;
    return [...this.#sums]
      .map(([name, sum]) => ({ name, threads: sum.threads / this.#readings, cpuCores: sum.cpuCores / this.#readings }))
      .sort((a, b) => b.cpuCores - a.cpuCores || b.threads - a.threads);
  }
}
