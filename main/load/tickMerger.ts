import type { ErrorCounts, Latencies, Tick } from "../../app/model/tick.ts";
import { LatencyHistogram } from "../../app/statistics/latencyHistogram.ts";

/** Puts the threads' parts of a tick together. A tick is whole when every thread has told its part, or has ended before it. */
export class TickMerger {
  private readonly onTick: (tick: Tick) => void;
  private readonly parts: Tick[][] = []; // by slot
  private readonly toldUpTo: number[]; // by thread: slots told; infinite once it has ended
  private next = 0;

  constructor(threads: number, onTick: (tick: Tick) => void) {
    this.toldUpTo = new Array<number>(threads).fill(0);
    this.onTick = onTick;
  }

  /** Each thread tells its slots in order. */
  add(thread: number, slot: number, part: Tick): void {
    const parts = this.parts[slot] ?? [];
    this.parts[slot] = parts;
    parts.push(part);
    this.toldUpTo[thread] = slot + 1;
    this.flush();
  }

  /** The thread has told all its parts. */
  threadEnded(thread: number): void {
    this.toldUpTo[thread] = Number.POSITIVE_INFINITY;
    this.flush();
  }

  private flush(): void {
    const whole = Math.min(this.parts.length, ...this.toldUpTo);
    for (; this.next < whole; this.next++) {
      this.onTick(mergedTick(this.parts[this.next] as Tick[]));
      delete this.parts[this.next];
    }
  }
}

/** Counts summed, buckets merged; the tick is as long as its longest part. */
export function mergedTick(parts: readonly Tick[]): Tick {
  const [first, ...others] = parts;
  if (first === undefined) throw new RangeError("a tick has at least one part");
  if (others.length === 0) return first;
  const sum = (of: (tick: Tick) => number) => parts.reduce((total, tick) => total + of(tick), 0);
  const most = (of: (tick: Tick) => number) => Math.max(...parts.map(of));
  return {
    level: first.level,
    phase: first.phase,
    atMs: Math.min(...parts.map((tick) => tick.atMs)),
    durationMs: most((tick) => tick.durationMs),
    sent: sum((tick) => tick.sent),
    requests: sum((tick) => tick.requests),
    errors: summed(parts.map((tick) => tick.errors)) as ErrorCounts,
    statusCodes: summed(parts.map((tick) => tick.statusCodes)),
    bytesSent: sum((tick) => tick.bytesSent),
    bytesReceived: sum((tick) => tick.bytesReceived),
    connects: sum((tick) => tick.connects),
    connectSumUs: sum((tick) => tick.connectSumUs),
    lost: sum((tick) => tick.lost),
    inFlight: sum((tick) => tick.inFlight),
    latencies: mergedLatencies(parts.map((tick) => tick.latencies)),
    failedLatencies: mergedLatencies(parts.map((tick) => tick.failedLatencies)),
    generator: {
      cpuMs: sum((tick) => tick.generator.cpuMs),
      busiestThreadCpuMs: most((tick) => tick.generator.cpuMs),
      loopDelayP99Ms: most((tick) => tick.generator.loopDelayP99Ms),
      ...(parts.every((tick) => tick.generator.waitedMs === undefined) ? {} : { waitedMs: most((tick) => tick.generator.waitedMs ?? 0) }),
    },
    ...(first.pauses === undefined ? {} : { pauses: summed(parts.map(({ pauses }) => pauses ?? {})) as NonNullable<Tick["pauses"]> }),
    ...(first.steps === undefined ? {} : { steps: mergedSteps(parts.flatMap(({ steps }) => steps ?? [])) }),
    ...(first.open === undefined ? {} : { open: mergedOpen(parts.flatMap(({ open }) => open ?? [])) }),
    ...mergedCaches(parts.flatMap(({ caches }) => caches ?? [])), // a thread may have seen none
  };
}

function mergedCaches(parts: readonly NonNullable<Tick["caches"]>[]): Pick<Tick, "caches"> {
  if (parts.length === 0) return {};
  return { caches: { hits: mergedLatencies(parts.map(({ hits }) => hits)), misses: mergedLatencies(parts.map(({ misses }) => misses)) } };
}

function mergedOpen(parts: readonly NonNullable<Tick["open"]>[]): NonNullable<Tick["open"]> {
  const counts = summed(parts.map(({ responseLatencies: _, ...rest }) => rest)) as Omit<NonNullable<Tick["open"]>, "responseLatencies">;
  return { ...counts, responseLatencies: mergedLatencies(parts.map(({ responseLatencies }) => responseLatencies)) };
}

function mergedSteps(parts: NonNullable<Tick["steps"]>): NonNullable<Tick["steps"]> {
  const steps = [...new Set(parts.map(({ step }) => step))].sort((a, b) => a - b);
  return steps.map((step) => {
    const own = parts.filter((part) => part.step === step);
    return {
      step,
      requests: own.reduce((sum, { requests }) => sum + requests, 0),
      errors: summed(own.map(({ errors }) => errors)) as ErrorCounts,
      latencies: mergedLatencies(own.map(({ latencies }) => latencies)),
    };
  });
}

function summed(counts: readonly Record<string, number>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const each of counts) for (const [key, count] of Object.entries(each)) total[key] = (total[key] ?? 0) + count;
  return total;
}

function mergedLatencies(parts: readonly Latencies[]): Latencies {
  const histogram = new LatencyHistogram();
  for (const part of parts) histogram.add(part);
  return histogram.toLatencies();
}
