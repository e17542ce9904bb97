import { noErrors, TICK_MS, type Tick } from "../../app/model/tick.ts";
import { LatencyHistogram } from "../../app/statistics/latencyHistogram.ts";
import { CacheMeter } from "./cacheMeter.ts";
import type { ConnectionFailure, ConnectionObserver } from "./connectionObserver.ts";
import type { Exchange } from "./connectionUser.ts";
import { StepMeter } from "./stepMeter.ts";

/** The stretch of a level that is counted; times in ms of performance.now(). */
export interface LevelWindow {
  readonly startMs: number; // warm-up begins
  readonly measuredFromMs: number;
  readonly measuredToMs: number;
}

/** The arrivals of the open model, as this thread's share of them goes. */
export interface OfferedLoad {
  /** Arrivals meant to be sent before a time of performance.now(); asked for rising times. */
  offeredBefore(atMs: number): number;
  readonly dropped: number; // so far: the queue was full
  readonly boundReached: number; // so far
  readonly connections: number; // open or opening now
}

export interface MeterOptions {
  readonly level: number;
  readonly timeoutMs: number;
  readonly sessionOffsetMs: number; // performance.now() + this = time of the session
  readonly readGenerator: () => Tick["generator"];
  /** One tick, whole. `slot` counts the ticks of the level. */
  readonly onTick: (slot: number, tick: Tick) => void;
  /** The window is over; nothing is counted any more. */
  readonly onEnd: (atMs: number) => void;
  readonly thinks?: boolean; // pauses are made, and counted
  readonly byStep?: boolean; // there is a scenario: its steps are told apart
  readonly firstConnection?: number; // of the level, that this thread drives
}

const SLIVER_MS = 1e-6; // rounding of a sum of doubles; not a tick

/**
 * Counts what a thread's connections do, tick by tick. A tick ends at its mark, not when a timer comes back: whatever
 * carries a later time goes to a later tick, and what carries a time after the window is not counted at all.
 */
export class LoadMeter implements ConnectionObserver {
  open = false;
  inFlight = 0; // also true after the window, so that draining can be watched
  connectingNow = 0; // connections being opened
  usualLatencyUs = 0; // mean of the last tick that had answers; 0 before
  offered: OfferedLoad | null = null; // the open model's
  readonly answersPerConnection: number[] = []; // in the measured window
  private readonly options: MeterOptions;
  private readonly firstConnection: number;
  private readonly steps: StepMeter | null;
  private window: LevelWindow | null = null;
  private phase: Tick["phase"] = "warmup";
  private slot = 0;
  private tickStartMs = 0;
  private tickEndMs = Number.POSITIVE_INFINITY; // what comes before the start counts in the first tick
  private readonly latencies = new LatencyHistogram();
  private readonly failedLatencies = new LatencyHistogram();
  private readonly responseLatencies = new LatencyHistogram();
  private readonly caches = new CacheMeter();
  private readonly statusCounts = new Uint32Array(1000);
  private errors = noErrors();
  private sentCount = 0;
  private requests = 0;
  private bytesSent = 0;
  private bytesReceived = 0;
  private connects = 0;
  private connectSumUs = 0;
  private lost = 0;
  private pauses = { count: 0, sumUs: 0 };
  private told = { offered: 0, dropped: 0, boundReached: 0 }; // by earlier ticks
  private sentInAll = 0;

  constructor(options: MeterOptions) {
    this.options = options;
    this.firstConnection = options.firstConnection ?? 0;
    this.steps = options.byStep === true ? new StepMeter(options.timeoutMs) : null;
  }

  start(window: LevelWindow): void {
    this.window = window;
    this.phase = window.measuredFromMs > window.startMs ? "warmup" : "measured";
    this.tickStartMs = window.startMs;
    this.tickEndMs = this.nextMark();
    this.open = true;
  }

  /** Ends every tick whose mark has passed. Called by whatever happens, and by the worker's timer when nothing does. */
  roll(nowMs: number): void {
    while (nowMs >= this.tickEndMs) {
      const endMs = this.tickEndMs;
      const isLast = this.window === null || endMs >= this.window.measuredToMs;
      this.endTick(endMs, isLast);
      if (this.window === null || isLast) {
        this.finish(endMs);
        return;
      }
      if (endMs >= this.window.measuredFromMs) this.phase = "measured";
      this.tickStartMs = endMs;
      this.tickEndMs = this.nextMark();
    }
  }

  /** Ends the window now, with a shorter last tick. */
  end(nowMs: number): void {
    this.roll(nowMs);
    if (this.tickEndMs === Number.POSITIVE_INFINITY) return; // over already, or never begun
    if (nowMs > this.tickStartMs) this.endTick(nowMs, true);
    this.finish(Math.max(nowMs, this.tickStartMs));
  }

  /** Time of the next mark, ms of performance.now(); infinite outside the window. */
  get nextMarkMs(): number {
    return this.tickEndMs;
  }

  connecting(): void {
    this.connectingNow++;
  }

  connected(nowMs: number, connectUs: number): void {
    if (nowMs >= this.tickEndMs) this.roll(nowMs);
    this.connectingNow--;
    this.connects++;
    this.connectSumUs += connectUs;
  }

  sent(nowMs: number, bytes: number): void {
    if (nowMs >= this.tickEndMs) this.roll(nowMs);
    this.sentCount++;
    this.inFlight++;
    this.bytesSent += bytes;
  }

  received(nowMs: number, bytes: number): void {
    if (nowMs >= this.tickEndMs) this.roll(nowMs);
    this.bytesReceived += bytes;
  }

  answered(nowMs: number, latencyUs: number, status: number, responseUs = -1, exchange?: Exchange): void {
    if (nowMs >= this.tickEndMs) this.roll(nowMs);
    this.inFlight--;
    this.requests++;
    (this.statusCounts[status] as number)++; // the parser only passes three digits
    const fault = exchange === undefined ? (status < 400 ? null : "status") : exchange.fault;
    if (fault === null) {
      this.latencies.record(latencyUs);
      if (responseUs >= 0) this.responseLatencies.record(responseUs);
    } else {
      this.failedLatencies.record(latencyUs);
      this.errors[fault]++;
    }
    if (exchange === undefined) return;
    if (exchange.cache !== null && fault === null) this.caches.answered(exchange.cache, latencyUs);
    if (this.phase === "measured" && this.open) this.countConnection(exchange.connection - this.firstConnection);
    if (this.steps !== null) this.steps.answered(exchange.step, latencyUs, fault);
  }

  private countConnection(i: number): void {
    const counts = this.answersPerConnection;
    while (counts.length <= i) counts.push(0);
    (counts[i] as number)++;
  }

  failed(
    nowMs: number,
    failure: ConnectionFailure,
    inFlight: boolean,
    lost: boolean,
    _error?: Error,
    responseUs = -1,
    exchange?: Exchange,
  ): void {
    if (nowMs >= this.tickEndMs) this.roll(nowMs);
    this.errors[failure]++;
    if (inFlight) this.inFlight--;
    if (lost) this.lost++;
    if (inFlight && exchange !== undefined) this.steps?.failed(exchange.step, failure);
    if (failure === "connect") this.connectingNow--;
    if (failure !== "timeout") return;
    this.latencies.record(this.options.timeoutMs * 1000);
    if (responseUs >= 0) this.responseLatencies.record(responseUs);
  }

  /** A think time is over. */
  paused(nowMs: number, us: number): void {
    if (nowMs >= this.tickEndMs) this.roll(nowMs);
    this.pauses.count++;
    this.pauses.sumUs += us;
  }

  private nextMark(): number {
    const window = this.window as LevelWindow;
    const fromMs = this.phase === "warmup" ? window.startMs : window.measuredFromMs;
    const toMs = this.phase === "warmup" ? window.measuredFromMs : window.measuredToMs;
    const markMs = fromMs + (Math.round((this.tickStartMs - fromMs) / TICK_MS) + 1) * TICK_MS;
    return toMs - markMs > SLIVER_MS ? markMs : toMs;
  }

  private endTick(endMs: number, isLast: boolean): void {
    if (this.latencies.count > 0) this.usualLatencyUs = this.latencies.meanUs;
    const statusCodes: Record<string, number> = {};
    this.statusCounts.forEach((count, status) => {
      if (count > 0) statusCodes[String(status)] = count;
    });
    this.options.onTick(this.slot++, {
      level: this.options.level,
      phase: this.phase,
      atMs: toNanosecond(this.tickStartMs + this.options.sessionOffsetMs),
      durationMs: toNanosecond(endMs - this.tickStartMs),
      sent: this.sentCount,
      requests: this.requests,
      errors: this.errors,
      statusCodes,
      bytesSent: this.bytesSent,
      bytesReceived: this.bytesReceived,
      connects: this.connects,
      connectSumUs: this.connectSumUs,
      lost: this.lost,
      inFlight: this.inFlight,
      latencies: this.latencies.toLatencies(),
      failedLatencies: this.failedLatencies.toLatencies(),
      generator: this.options.readGenerator(),
      ...(this.options.thinks === true ? { pauses: this.pauses } : {}),
      ...(this.offered === null ? {} : { open: this.openReading(this.offered, endMs, isLast) }),
      ...(this.steps === null ? {} : { steps: this.steps.take() }),
      ...this.caches.take(),
    });
    this.forget();
  }

  /** What has arrived and was not sent is queued, or on a connection that is not open yet; when the window ends it never will be. */
  private openReading(load: OfferedLoad, endMs: number, isLast: boolean): NonNullable<Tick["open"]> {
    this.sentInAll += this.sentCount;
    const offered = load.offeredBefore(endMs);
    const waiting = Math.max(0, offered - this.sentInAll - load.dropped);
    const dropped = load.dropped + (isLast ? waiting : 0);
    const { boundReached, connections } = load;
    const before = this.told;
    this.told = { offered, dropped, boundReached };
    return {
      offered: offered - before.offered,
      dropped: dropped - before.dropped,
      queued: isLast ? 0 : waiting,
      boundReached: boundReached - before.boundReached,
      connections,
      responseLatencies: this.responseLatencies.toLatencies(),
    };
  }

  private finish(atMs: number): void {
    this.open = false;
    this.tickEndMs = Number.POSITIVE_INFINITY;
    this.options.onEnd(toNanosecond(atMs + this.options.sessionOffsetMs));
  }

  private forget(): void {
    this.latencies.reset();
    this.failedLatencies.reset();
    this.responseLatencies.reset();
    this.pauses = { count: 0, sumUs: 0 };
    this.statusCounts.fill(0);
    this.errors = noErrors();
    this.sentCount = this.requests = this.bytesSent = this.bytesReceived = 0;
    this.connects = this.connectSumUs = this.lost = 0;
  }
}

/** Times of two clocks differ in the last bits of a double; marks that are the same should read the same. */
const toNanosecond = (ms: number): number => Math.round(ms * 1e6) / 1e6;
