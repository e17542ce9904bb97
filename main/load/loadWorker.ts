/**
 * A load thread: drives its share of a level's connections and tells what it saw, tick by tick.
 * A thread of its own, so that neither the host's probes nor the store delay it, and so that its own cost can be measured.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";
import type { Tick } from "../../app/model/tick.ts";
import { AutocannonDriver } from "./autocannonDriver.ts";
import type { WorkerNews, WorkerOrder, WorkerStart } from "./loadMessages.ts";
import { LoadMeter } from "./loadMeter.ts";
import { requestBytes } from "./requestBytes.ts";
import { parseTarget } from "./target.ts";

const OPENING_AT_ONCE = 16; // handshakes in flight: more would wait for one another in this thread, and fill a short listen queue
const OPENING_MOST_MS = 10_000; // then the level begins with what there is
const SPREAD_MOST_MS = 100; // first requests are spread over this, so that users do not march in step
const DRAIN_MOST_MS = 30_000;
const DRAIN_LOOK_MS = 2;
const DELAY_RESOLUTION_MS = 5;

const { plan, originNs, cookieSeed } = workerData as WorkerStart;
const port = parentPort as NonNullable<typeof parentPort>;
const target = parseTarget(plan.url);
const sessionOffsetMs = Number(process.hrtime.bigint() - originNs) / 1e6 - performance.now();
const loopDelay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
let cpuBeforeUs = cpuUs();
let readBeforeMs = performance.now();
let level: ThreadLevel | null = null;

/** This thread's share of a level. */
interface ThreadLevel {
  readonly meter: LoadMeter;
  readonly planned: number; // connections
  readonly connections: AutocannonDriver[]; // begun so far
  clock: NodeJS.Timeout | null;
  over: boolean;
}

port.on("message", (order: WorkerOrder) => {
  if (order.kind === "open") open(order.level, order.connections, order.firstConnection);
  else if (order.kind === "run") {
    const { startMs, measuredFromMs, measuredToMs } = order.window;
    run(startMs - sessionOffsetMs, measuredFromMs - sessionOffsetMs, measuredToMs - sessionOffsetMs);
  } else if (order.kind === "end" && level?.meter.open) level.meter.end(performance.now());
  else if (order.kind === "abandon" || !level?.over) abandon();
});

function tell(news: WorkerNews): void {
  port.postMessage(news);
}

/** Opens the level's connections, some at a time. A failure counts in the first tick; it is retried when the level runs. */
function open(index: number, connections: number, firstConnection: number): void {
  const meter = new LoadMeter({
    level: index,
    timeoutMs: plan.timeoutMs,
    sessionOffsetMs,
    readGenerator,
    onTick: (slot, tick) => tell({ kind: "tick", slot, tick }),
    onEnd: (atMs) => {
      tell({ kind: "ended", atMs });
      drain();
    },
  });
  const opening: ThreadLevel = { meter, planned: connections, connections: [], clock: null, over: false };
  level = opening;
  let tried = 0;
  let told = false;
  const opened = () => {
    if (told || level !== opening) return;
    told = true;
    clearTimeout(patience);
    tell({ kind: "opened" });
  };
  const patience = setTimeout(opened, Math.min(OPENING_MOST_MS, plan.timeoutMs));
  const openOne = () => {
    if (level !== opening || opening.over || opening.connections.length === connections) return;
    const cookie = cookieOf(firstConnection + opening.connections.length);
    const request = requestBytes(plan, target, cookie);
    const { method, timeoutMs, keepAlive } = plan;
    const connection = new AutocannonDriver({ target, method, request, timeoutMs, keepAlive }, meter, () => {
      tried++;
      openOne();
      if (tried === connections) opened();
    });
    opening.connections.push(connection);
  };
  for (let i = 0; i < OPENING_AT_ONCE; i++) openOne();
}

/** Times in ms of performance.now(). */
function run(startMs: number, measuredFromMs: number, measuredToMs: number): void {
  if (level === null) return;
  const running = level;
  const { meter, connections, planned } = running;
  loopDelay.enable();
  const spreadMs = Math.min(SPREAD_MOST_MS, (measuredFromMs - startMs) / 4);
  const stepMs = spreadMs / planned;
  let released = 0;
  const release = () => {
    if (!meter.open) return;
    const dueMs = performance.now() - startMs;
    while (released < connections.length && released * stepMs <= dueMs) connections[released++]?.release();
    if (released < planned) setTimeout(release, 1);
  };
  const beat = () => {
    meter.roll(performance.now());
    if (!meter.open) return;
    running.clock = setTimeout(beat, Math.max(1, Math.ceil(meter.nextMarkMs - performance.now())));
  };
  setTimeout(() => {
    if (running.over) return;
    readGenerator(); // from here on
    meter.start({ startMs, measuredFromMs, measuredToMs });
    beat();
    release();
  }, startMs - performance.now());
}

/** Waits until nothing is in flight, so that the next level does not find the target's queue full of this one's requests. */
function drain(): void {
  if (level === null || level.over) return;
  const draining = level;
  draining.over = true;
  const untilMs = performance.now() + Math.min(DRAIN_MOST_MS, plan.timeoutMs + 100);
  const look = () => {
    if (level !== draining) return;
    if (draining.meter.inFlight > 0 && performance.now() < untilMs) setTimeout(look, DRAIN_LOOK_MS);
    else closeLevel();
  };
  look();
}

function abandon(): void {
  if (level === null) return;
  level.meter.end(performance.now()); // tells "ended" if the window had begun
  closeLevel();
}

function closeLevel(): void {
  if (level === null) return;
  const { connections, clock } = level;
  level.over = true;
  level = null;
  if (clock !== null) clearTimeout(clock);
  loopDelay.disable();
  for (const connection of connections) connection.close();
  tell({ kind: "drained" });
}

function cookieOf(connection: number): string | null {
  return plan.sessionCookie === null ? null : cookieSeed + connection.toString(16).padStart(8, "0");
}

function cpuUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

/** What this thread cost since it was asked last. The loop's delay is what comes on top of the interval it is looked at. */
function readGenerator(): Tick["generator"] {
  const nowUs = cpuUs();
  const cpuMs = (nowUs - cpuBeforeUs) / 1000;
  cpuBeforeUs = nowUs;
  const readMs = performance.now();
  // No reading at all: the loop did not come round once since the last time.
  const latestMs = loopDelay.count === 0 ? readMs - readBeforeMs : loopDelay.percentile(99) / 1e6;
  const loopDelayP99Ms = Math.max(0, latestMs - DELAY_RESOLUTION_MS);
  readBeforeMs = readMs;
  loopDelay.reset();
  return { cpuMs, busiestThreadCpuMs: cpuMs, loopDelayP99Ms };
}
