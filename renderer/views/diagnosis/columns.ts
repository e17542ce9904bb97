import type { LevelSummary } from "../../../app/diagnosis/levelSummary.ts";
import { count, latency, threeDigits } from "../../../app/figures/quantity.ts";
import { thinkTimeWords } from "../../../app/figures/thinkTimeWords.ts";

export interface Column {
  readonly group: "Load" | "Latency" | "Host (vmstat)" | "Target" | "Generator";
  readonly head: string;
  readonly means: string; // with the unit
  readonly of: (level: LevelSummary) => number | null;
  readonly as: (value: number) => string;
  readonly words?: (level: LevelSummary) => string; // where the number is shown by its name
  /** Why this number is worth a look, or null when it is not. */
  readonly suspect?: (level: LevelSummary, cores: number) => string | null;
}

const BUSY_PERCENT = 85; // us + sy: no room left for bursts
const WAIT_PERCENT = 10;
const STEAL_PERCENT = 5;
const SYSTEM_SHARE = 0.5; // of busy time: normal servers spend less than half in the kernel
const BUSY_FLOOR_PERCENT = 20; // below, shares of busy time say little
const SWITCHES_PER_REQUEST = 100; // a request that sleeps and wakes a few times needs some ten
const SWITCHES_FLOOR = 20_000; // per second; below, it is the rest of the machine that switches
const QUEUE_PER_CORE = 2;
const FAILED_SHARE = 0.01;
const GENERATOR_CORES = 0.85;

const busy = ({ host }: LevelSummary): number => (host.us ?? 0) + (host.sy ?? 0);
const when = (suspicious: boolean, why: string): string | null => (suspicious ? why : null);
const whole = (value: number): string => (value > 0.05 && value < 9.95 ? value.toFixed(1) : count(value));
const hundredths = (value: number): string => value.toFixed(2);
const failed = ({ errors }: LevelSummary): number =>
  errors.connect + errors.send + errors.receive + errors.timeout + errors.status + errors.body;

export const COLUMNS: readonly Column[] = [
  { group: "Load", head: "conn", means: "connections", of: (l) => l.connections, as: count },
  { group: "Load", head: "req/s", means: "good answers per second", of: (l) => l.throughputRps, as: threeDigits },
  {
    group: "Load",
    head: "errors",
    means: "failed requests",
    of: failed,
    as: count,
    suspect: (l) => when(failed(l) > FAILED_SHARE * Math.max(1, l.requests), "more than 1 % failed"),
  },
  { group: "Latency", head: "p50", means: "median latency, ms", of: (l) => l.latencyMs.p50, as: latency },
  { group: "Latency", head: "p90", means: "90th percentile, ms", of: (l) => l.latencyMs.p90, as: latency },
  { group: "Latency", head: "p99", means: "99th percentile, ms", of: (l) => l.latencyMs.p99, as: latency },
  {
    group: "Host (vmstat)",
    head: "r",
    means: "runnable tasks",
    of: (l) => l.host.runQueue,
    as: whole,
    suspect: (l, cores) => when((l.host.runQueue ?? 0) > QUEUE_PER_CORE * cores, "more than two runnable tasks for each core"),
  },
  {
    group: "Host (vmstat)",
    head: "b",
    means: "tasks blocked on disk",
    of: (l) => l.host.blocked,
    as: whole,
    suspect: (l) => when((l.host.blocked ?? 0) >= 1, "tasks are blocked on disk"),
  },
  {
    group: "Host (vmstat)",
    head: "cs",
    means: "context switches per second",
    of: (l) => l.host.contextSwitchesPerSecond,
    as: threeDigits,
    suspect: (l) =>
      when(
        (l.host.contextSwitchesPerSecond ?? 0) > Math.max(SWITCHES_FLOOR, SWITCHES_PER_REQUEST * l.answersPerSecond),
        `more than ${SWITCHES_PER_REQUEST} context switches for each request`,
      ),
  },
  {
    group: "Host (vmstat)",
    head: "us",
    means: "user time, % of all cores",
    of: (l) => l.host.us,
    as: whole,
    suspect: (l) => when(busy(l) >= BUSY_PERCENT, "the processors are nearly full"),
  },
  {
    group: "Host (vmstat)",
    head: "sy",
    means: "system time, % of all cores",
    of: (l) => l.host.sy,
    as: whole,
    suspect: (l) =>
      when(busy(l) > BUSY_FLOOR_PERCENT && (l.host.sy ?? 0) > SYSTEM_SHARE * busy(l), "more than half of the busy time is the kernel's"),
  },
  { group: "Host (vmstat)", head: "id", means: "idle, % of all cores", of: (l) => l.host.id, as: whole },
  {
    group: "Host (vmstat)",
    head: "wa",
    means: "waiting for disk, % of all cores",
    of: (l) => l.host.wa,
    as: whole,
    suspect: (l) => when((l.host.wa ?? 0) >= WAIT_PERCENT, "the processors wait for disk"),
  },
  {
    group: "Host (vmstat)",
    head: "st",
    means: "stolen by the hypervisor, % of all cores",
    of: (l) => l.host.st,
    as: whole,
    suspect: (l) => when((l.host.st ?? 0) >= STEAL_PERCENT, "the hypervisor takes processor time"),
  },
  { group: "Target", head: "cores", means: "cores used by the target", of: (l) => l.target?.cpuCores ?? null, as: hundredths },
  { group: "Target", head: "threads", means: "threads of the target", of: (l) => l.target?.threads ?? null, as: whole },
  {
    group: "Generator",
    head: "cores",
    means: "cores used by the busiest thread of the load generator",
    of: (l) => l.generator.busiestThreadCores,
    as: hundredths,
    suspect: (l) => when(l.generator.busiestThreadCores >= GENERATOR_CORES, "the load generator itself may be the limit"),
  },
];

const THINK: Column = {
  group: "Load",
  head: "think",
  means: "think time asked for; the number is the mean of the pauses made, ms",
  of: (l) => l.thinkTimeMs ?? 0,
  as: latency,
  words: (l) => (l.thinkTime.kind === "none" ? "none" : thinkTimeWords(l.thinkTime)),
};
const RATE: Column = {
  group: "Load",
  head: "arrivals",
  means: "arrivals per second asked for",
  of: (l) => l.open?.rateRps ?? null,
  as: threeDigits,
};
const FAIRNESS: Column = {
  group: "Load",
  head: "unfair",
  means: "spread of answers over connections (standard deviation over mean; 0: all got the same)",
  of: (l) => l.fairness?.coefficientOfVariation ?? null,
  as: hundredths,
  suspect: (l) =>
    when(
      (l.fairness?.coefficientOfVariation ?? 0) > UNFAIR,
      `between ${l.fairness?.minAnswers} and ${l.fairness?.maxAnswers} answers per connection`,
    ),
};
const UNFAIR = 0.5;
const MEAN: Column = {
  group: "Latency",
  head: "mean",
  means: "mean latency, ms; where it was not told, connections over throughput (Little's law)",
  of: (l) => l.latencyMs.mean,
  as: latency,
};

/**
 * The columns that say something of these levels: think times, rates and fairness only where there are any; of levels that another tool
 * measured only what it told.
 */
export function columnsOf(levels: readonly LevelSummary[]): Column[] {
  const [connections, ...rest] = COLUMNS as [Column, ...Column[]];
  const extra = [
    ...(levels.some(({ open }) => open !== null) ? [RATE] : []),
    ...(levels.some(({ thinkTime }) => thinkTime.kind !== "none") ? [THINK] : []),
  ];
  const load = rest.filter(({ group }) => group === "Load");
  const others = rest.filter(({ group }) => group !== "Load");
  if (levels.length > 0 && levels.every(({ told }) => told)) {
    const isTold = ({ of }: Column) => levels.some((level) => !Number.isNaN(of(level) ?? Number.NaN));
    return [connections, ...load, MEAN, ...others].filter(isTold);
  }
  return [connections, ...extra, ...load, ...(levels.some(({ fairness }) => fairness !== null) ? [FAIRNESS] : []), ...others];
}
