import type { Arm } from "../model/experiment.ts";
import type { Annotation, Recording } from "../model/recording.ts";
import type { Sample } from "../model/sample.ts";
import type { ThinkTime } from "../model/thinkTime.ts";
import type { Tick } from "../model/tick.ts";
import { LatencyHistogram } from "../statistics/latencyHistogram.ts";

type Reading = number | null;

/** What the time charts draw: one row per tick and per sample; null where nothing was read, and between levels. */
export interface Timeline {
  readonly endMs: number;
  readonly levels: readonly TimelineLevel[];
  readonly load: readonly LoadRow[];
  readonly host: readonly HostRow[];
  readonly notes: readonly Annotation[]; // what people noted, at its time
  readonly thinking: boolean; // several think times: a level's name says which
}

export interface TimelineLevel {
  readonly index: number;
  readonly connections: number;
  readonly thinkTime: ThinkTime;
  readonly rateRps: number | null;
  readonly arm: Arm | null; // of an experiment; null: a level of the curve
  readonly fromMs: number;
  readonly measuredFromMs: number;
  readonly toMs: number;
}

/** One tick, at its middle. */
export interface LoadRow {
  readonly atMs: number;
  readonly throughputRps: Reading;
  readonly errorsPerSecond: Reading;
  readonly p50Ms: Reading;
  readonly p90Ms: Reading;
  readonly p99Ms: Reading;
}

export interface HostRow {
  readonly atMs: number;
  readonly us: Reading;
  readonly sy: Reading;
  readonly wa: Reading;
  readonly st: Reading;
  readonly id: Reading;
  readonly contextSwitchesPerSecond: Reading;
  readonly runQueue: Reading;
}

const GAP = 1.6; // of an interval: a longer silence is drawn as a gap, not bridged by a line
const latencies = new LatencyHistogram(); // emptied for every tick: it is large, and an hour has 14 400 ticks
const known = new WeakMap<Tick, LoadRow>(); // a tick never changes; a live session would decode each four times a second

/** Rows for the time charts. `plannedEndMs` keeps the axis still while a session runs. */
export function timeline(recording: Recording, plannedEndMs = 0): Timeline {
  const load = withGaps(
    recording.ticks.map(loadRow),
    recording.ticks.map((tick) => tick.durationMs),
    noLoad,
  );
  const host = withGaps(
    recording.samples.map(hostRow),
    recording.samples.map((sample) => sample.intervalMs),
    noHost,
  );
  const seen = Math.max(load.at(-1)?.atMs ?? 0, host.at(-1)?.atMs ?? 0);
  const running = recording.status === "running";
  const levels = recording.levels.map((level) => ({
    index: level.index,
    connections: level.connections,
    thinkTime: level.thinkTime,
    rateRps: level.rateRps,
    arm: level.experiment?.arm ?? null,
    fromMs: level.startedMs,
    measuredFromMs: level.measuredFromMs,
    toMs: running && level.state === "running" ? Math.max(seen, level.startedMs) : level.measuredToMs,
  }));
  const notes = recording.annotations;
  const endMs = Math.max(seen, plannedEndMs, ...levels.map((level) => level.toMs), ...notes.map(({ atMs }) => atMs));
  return { endMs, levels, load, host, notes, thinking: recording.plan.rates === null && recording.plan.thinkTimes.length > 1 };
}

function loadRow(tick: Tick): LoadRow {
  const row = known.get(tick) ?? decode(tick);
  known.set(tick, row);
  return row;
}

function decode(tick: Tick): LoadRow {
  const { errors, durationMs, requests } = tick;
  const failed = errors.connect + errors.send + errors.receive + errors.timeout + errors.status + errors.body;
  const perSecond = (count: number) => (durationMs > 0 ? (count * 1000) / durationMs : null);
  latencies.reset();
  latencies.add(tick.latencies);
  const at = (p: number) => (latencies.count === 0 ? null : latencies.quantile(p) / 1000);
  return {
    atMs: tick.atMs + durationMs / 2,
    throughputRps: perSecond(requests - errors.status - errors.body),
    errorsPerSecond: perSecond(failed),
    p50Ms: at(0.5),
    p90Ms: at(0.9),
    p99Ms: at(0.99),
  };
}

function hostRow({ atMs, intervalMs, host }: Sample): HostRow {
  const { us, sy, wa, st, id, contextSwitchesPerSecond, runQueue } = host;
  return { atMs: atMs - intervalMs / 2, us, sy, wa, st, id, contextSwitchesPerSecond, runQueue };
}

const noLoad = (atMs: number): LoadRow => ({ atMs, throughputRps: null, errorsPerSecond: null, p50Ms: null, p90Ms: null, p99Ms: null });
const noHost = (atMs: number): HostRow => ({
  atMs,
  us: null,
  sy: null,
  wa: null,
  st: null,
  id: null,
  contextSwitchesPerSecond: null,
  runQueue: null,
});

function withGaps<R extends { readonly atMs: number }>(
  rows: readonly R[],
  lengthsMs: readonly number[],
  nothing: (atMs: number) => R,
): R[] {
  const filled: R[] = [];
  rows.forEach((row, index) => {
    const before = rows[index - 1];
    const apart = ((lengthsMs[index] ?? 0) + (lengthsMs[index - 1] ?? 0)) / 2;
    if (before !== undefined && row.atMs - before.atMs > GAP * apart) filled.push(nothing((row.atMs + before.atMs) / 2));
    filled.push(row);
  });
  return filled;
}

/** The row nearest to a time, or null when there is none within two seconds. */
export function rowAt<R extends { readonly atMs: number }>(rows: readonly R[], atMs: number): R | null {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] as R).atMs < atMs) low = middle + 1;
    else high = middle;
  }
  const candidates = [rows[low - 1], rows[low]].filter((row) => row !== undefined);
  const [nearest] = candidates.sort((a, b) => Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs));
  return nearest !== undefined && Math.abs(nearest.atMs - atMs) <= 2000 ? nearest : null;
}
