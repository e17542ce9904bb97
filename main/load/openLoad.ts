import type { Due } from "./dueQueue.ts";
import type { OfferedLoad } from "./loadMeter.ts";
import type { Pace, PacedConnection } from "./pace.ts";
import type { Pacer } from "./pacer.ts";

const LONGEST_QUEUE = 100_000; // arrivals of one thread; those beyond are dropped

export interface OpenLoadOptions {
  readonly arrivals: () => Iterator<number, never>; // times from the start, ms; the same each time it is asked for
  readonly mostConnections: number;
  readonly open: () => PacedConnection;
  readonly pacer: Pacer;
}

/**
 * A thread's share of the open model: requests are meant to be sent at times of their own, whatever the answers do. Each takes a free connection, or
 * opens one while the bound allows, or queues for the first that comes free.
 */
export class OpenLoad implements Pace, Due, OfferedLoad {
  dueMs = 0;
  dropped = 0;
  boundReached = 0;
  connections = 0;
  private readonly options: OpenLoadOptions;
  private readonly free: PacedConnection[] = []; // the last one used first: few stay warm
  private readonly arrivals: Iterator<number, never>;
  private readonly counted: Iterator<number, never>; // a second pass over the same times
  private countedMs: number;
  private offered = 0;
  private queue: number[] = []; // intended times
  private taken = 0; // from the queue's front
  private startMs = Number.POSITIVE_INFINITY;

  constructor(options: OpenLoadOptions) {
    this.options = options;
    this.arrivals = options.arrivals();
    this.counted = options.arrivals();
    this.countedMs = this.counted.next().value;
  }

  /** A connection opened before the clock starts. */
  addFree(connection: PacedConnection): void {
    this.connections++;
    this.free.push(connection);
  }

  start(startMs: number): void {
    this.startMs = startMs;
    this.dueMs = startMs + this.arrivals.next().value;
    this.options.pacer.add(this);
  }

  due(nowMs: number): void {
    do {
      this.arrive(this.dueMs);
      this.dueMs = this.startMs + this.arrivals.next().value;
    } while (this.dueMs <= nowMs);
    this.options.pacer.add(this);
  }

  ended(connection: PacedConnection): void {
    const intendedMs = this.queue[this.taken];
    if (intendedMs === undefined) {
      this.free.push(connection);
      return;
    }
    if (++this.taken >= 1000) {
      this.queue = this.queue.slice(this.taken);
      this.taken = 0;
    }
    connection.resume(intendedMs);
  }

  offeredBefore(atMs: number): number {
    while (this.startMs + this.countedMs < atMs) {
      this.offered++;
      this.countedMs = this.counted.next().value;
    }
    return this.offered;
  }

  private arrive(intendedMs: number): void {
    const free = this.free.pop();
    if (free !== undefined) {
      free.resume(intendedMs);
    } else if (this.connections < this.options.mostConnections) {
      this.connections++;
      this.options.open().resume(intendedMs);
    } else {
      this.boundReached++;
      if (this.queue.length - this.taken < LONGEST_QUEUE) this.queue.push(intendedMs);
      else this.dropped++;
    }
  }
}
