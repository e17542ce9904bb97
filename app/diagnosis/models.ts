import type { Diagnosis } from "../model/finding.ts";
import { type GrowthModels, growthModels } from "../statistics/growthModels.ts";
import { limitRps, predict, type QueueModel, queueModel } from "../statistics/queueModel.ts";
import { meanThinkTimeMs } from "../statistics/thinkTimeDistribution.ts";
import { asymptoticBounds } from "../statistics/throughputBounds.ts";
import type { LevelSummary } from "./levelSummary.ts";
import { type About, observe } from "./observe.ts";
import { unloadedSeconds } from "./parallelism.ts";

/** How throughput answers to more connections, as the models of the field put it. Of the levels that carry the verdict. */
export interface Models {
  readonly growth: GrowthModels | null; // null: fewer than six levels
  readonly queue: TargetModel | null; // null: no plateau, or no level below it: there is nothing to predict from
}

/** The diagnosed queue, and how much its times vary. */
export interface TargetModel extends QueueModel {
  readonly variability: number; // squared coefficient of variation of the time a request takes alone, at most 1: 0 constant, 1 exponential
}

/** What the target would do with something changed. Rates per second, times in ms. */
export interface Prediction {
  readonly levels: readonly { readonly connections: number; readonly throughputRps: number; readonly latencyMs: number }[];
  readonly limitRps: number; // what no number of connections passes
  readonly modelError: number; // largest |predicted / measured - 1| on the levels as they were measured: how far to trust the rest
}

export type Change = Partial<Pick<QueueModel, "places" | "cores" | "thinkSeconds">>;

/** Metrics of the findings that count places: sockets to a backend, worker processes. */
const COUNTED = ["backendConnections", "workerProcesses"];

export function modelsOf(levels: readonly LevelSummary[], diagnosis: Diagnosis, about: About): Models {
  const { usable } = observe(levels, about);
  return { growth: growthModels(usable.filter(({ throughputRps }) => throughputRps > 0)), queue: targetModel(levels, diagnosis, about) };
}

function targetModel(
  levels: readonly LevelSummary[],
  { plateau, effectiveParallelism, verdict, findings }: Diagnosis,
  about: About,
): TargetModel | null {
  const { usable, crowded, cores, targetCores } = observe(levels, about);
  const unloaded = plateau === null ? null : unloadedSeconds(usable, plateau);
  if (plateau === null || unloaded === null || effectiveParallelism === null || plateau.throughputRps.value <= 0) return null;
  const evidence = findings.find(({ id }) => id === verdict.id)?.evidence ?? [];
  const counted = evidence.find(
    ({ metric, speaks, observed }) => COUNTED.includes(metric) && speaks === "for" && typeof observed === "number",
  );
  const isCpu = verdict.id === "cpu-saturated" || verdict.id === "single-threaded-cpu";
  const places = isCpu
    ? Number.POSITIVE_INFINITY
    : typeof counted?.observed === "number"
      ? counted.observed
      : Math.max(1, Math.round(effectiveParallelism.value));
  const alone = usable.find(({ latencyMs }) => Math.abs(latencyMs.mean / 1000 - unloaded.value) < 1e-9);
  const spread = alone === undefined || !(alone.latencyMs.mean > 0) ? 0 : alone.latencyMs.stdev / alone.latencyMs.mean;
  const rps = plateau.throughputRps.value;
  return {
    ...queueModel({
      places,
      plateauRps: rps,
      unloadedSeconds: unloaded.value,
      thinkSeconds: (crowded[0]?.thinkTimeMs ?? meanThinkTimeMs(crowded[0]?.thinkTime ?? { kind: "none" })) / 1000,
      cores: verdict.id === "single-threaded-cpu" ? 1 : Number.isNaN(cores) ? Number.POSITIVE_INFINITY : cores,
      cpuSeconds: isCpu ? (verdict.id === "single-threaded-cpu" ? 1 : cores) / rps : Math.min(unloaded.value, (targetCores ?? 0) / rps),
    }),
    variability: Math.min(1, Number.isNaN(spread) ? 1 : spread * spread),
  };
}

/**
 * The changed target's throughput and latency at some numbers of connections. Where times vary little, requests hardly wait below the knee and
 * the asymptotic bound is the truth; where they are exponential, the closed network is exact: between the two, in proportion to the
 * squared coefficient of variation, as queueing time goes with it (Pollaczek and Khinchine).
 * @throws PlateauError VALUE_OUT_OF_RANGE on a number of connections outside 1..5000
 */
export function predictChange(
  model: TargetModel,
  change: Change,
  levels: readonly LevelSummary[],
  connections: readonly number[],
): Prediction {
  const changed = { ...model, ...change };
  const curve = levels.filter(({ throughputRps, open }) => throughputRps > 0 && open === null);
  const now = throughputs(
    model,
    curve.map((level) => level.connections),
  );
  const errors = curve.map(({ throughputRps }, i) => Math.abs((now[i] as number) / throughputRps - 1));
  const rates = throughputs(changed, connections);
  return {
    levels: connections.map((n, i) => {
      const throughputRps = rates[i] as number;
      return { connections: n, throughputRps, latencyMs: 1000 * (n / throughputRps - changed.thinkSeconds) };
    }),
    limitRps: limitRps(changed),
    modelError: Math.max(0, ...errors),
  };
}

function throughputs(model: TargetModel, connections: readonly number[]): number[] {
  if (connections.length === 0) return [];
  const totalSeconds = model.heldSeconds + model.outsideSeconds;
  const demands = { totalSeconds, largestSeconds: Math.min(totalSeconds, 1 / limitRps(model)), thinkSeconds: model.thinkSeconds };
  const network = predict(model, connections);
  return connections.map((n, i) => {
    const [, bound] = asymptoticBounds(demands, n).throughputRps;
    return model.variability * (network[i]?.throughputRps ?? bound) + (1 - model.variability) * bound;
  });
}
