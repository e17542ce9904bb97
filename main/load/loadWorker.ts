/**
 * A load thread: drives its share of a level's connections and tells what it saw, tick by tick.
 * A thread of its own, so that neither the host's probes nor the store delay it, and so that its own cost can be measured.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parentPort, workerData } from "node:worker_threads";
import { changed, type Plan } from "../../app/model/plan.ts";
import type { Tick } from "../../app/model/tick.ts";
import { meanThinkTimeMs } from "../../app/statistics/thinkTimeDistribution.ts";
import { AutocannonDriver } from "./autocannonDriver.ts";
import { cpuWaitMs } from "./cpuWait.ts";
import type { LevelShare, WorkerNews, WorkerOrder, WorkerStart } from "./loadMessages.ts";
import { LoadMeter } from "./loadMeter.ts";
import type { OpenLoad } from "./openLoad.ts";
import type { Pace } from "./pace.ts";
import { Pacer } from "./pacer.ts";
import { openedAhead, openLoadOf, thinkingUser } from "./paces.ts";
import { parseTarget } from "./target.ts";
import { type UserMaker, virtualUsers } from "./virtualUsers.ts";

const OPENING_AT_ONCE = 16; // handshakes in flight: more would wait for one another in this thread, and fill a short listen queue
const OPENING_MOST_MS = 10_000; // then the level begins with what there is
const SPREAD_MOST_MS = 100; // first requests are spread over this, so that users do not march in step
const SPIN_SHARE = 0.1; // of this thread's time, to end pauses on time: a pause ended late is set right by the next
const SPIN_SHARE_OPEN = 0.2; // an arrival sent late stays late
const NAP_FROM_US = 5000; // mean latency from which being read 0.05 ms late, on average, is below 1 %
const DRAIN_MOST_MS = 30_000;
const DRAIN_LOOK_MS = 2;
const DELAY_RESOLUTION_MS = 5;

const { plan: sessionPlan, originNs, userSeed } = workerData as WorkerStart;
const port = parentPort as NonNullable<typeof parentPort>;
const usual = { target: parseTarget(sessionPlan.url), userOf: usersOf(sessionPlan) }; // made once: most levels change nothing
const sessionOffsetMs = Number(process.hrtime.bigint() - originNs) / 1e6 - performance.now();
const loopDelay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
let cpuBeforeUs = cpuUs();
let waitedBeforeMs = cpuWaitMs();
let readBeforeMs = performance.now();
let level: ThreadLevel | null = null;

/** This thread's share of a level. */
interface ThreadLevel {
  readonly share: LevelShare;
  readonly plan: Plan; // as this level drives it
  readonly meter: LoadMeter;
  readonly pacer: Pacer;
  readonly openLoad: OpenLoad | null; // null: the closed model
  readonly planned: number; // connections to open before the clock starts
  readonly connections: AutocannonDriver[]; // begun so far
  clock: NodeJS.Timeout | null;
  over: boolean;
}

port.on("message", (order: WorkerOrder) => {
  if (order.kind === "open") open(order.share);
  else if (order.kind === "run") {
    const { startMs, measuredFromMs, measuredToMs } = order.window;
    run(startMs - sessionOffsetMs, measuredFromMs - sessionOffsetMs, measuredToMs - sessionOffsetMs);
  } else if (order.kind === "end" && level?.meter.open) level.meter.end(performance.now());
  else if (order.kind === "abandon" || !level?.over) abandon();
});

function usersOf(plan: Plan): UserMaker {
  return virtualUsers(plan, parseTarget(plan.url), userSeed);
}

function tell(news: WorkerNews): void {
  port.postMessage(news);
}

/** Opens the level's connections, some at a time. A failure counts in the first tick; it is retried when the level runs. */
function open(share: LevelShare): void {
  const plan = changed(sessionPlan, share.changes);
  const { target, userOf } = Object.keys(share.changes).length === 0 ? usual : { target: parseTarget(plan.url), userOf: usersOf(plan) };
  const meter = new LoadMeter({
    level: share.level,
    timeoutMs: plan.timeoutMs,
    sessionOffsetMs,
    readGenerator,
    onTick: (slot, tick) => tell({ kind: "tick", slot, tick }),
    onEnd: (atMs) => {
      tell({ kind: "ended", atMs, answersPerConnection: connections.map((_, i) => meter.answersPerConnection[i] ?? 0) });
      drain();
    },
    thinks: share.thinkTime.kind !== "none",
    byStep: plan.requests !== null,
    firstConnection: share.firstConnection,
  });
  const pacer = new Pacer({
    isIdle: () => meter.inFlight === 0 && meter.connectingNow === 0,
    mayNap: () => meter.usualLatencyUs >= NAP_FROM_US,
    spinShare: share.rateRps === null ? SPIN_SHARE : SPIN_SHARE_OPEN,
  });
  const connections: AutocannonDriver[] = [];
  const connect = (whenTried: () => void, pace: Pace | undefined): AutocannonDriver => {
    const number = share.firstConnection + connections.length;
    const { timeoutMs, keepAlive } = plan;
    const user = userOf(share.level, number, share.allConnections);
    const paced = pace === undefined ? {} : { pace };
    const connection = new AutocannonDriver({ target, user, timeoutMs, keepAlive, ...paced }, meter, whenTried);
    connections.push(connection);
    return connection;
  };
  const openLoad = openLoadOf(plan, share, pacer, (load) => connect(() => {}, load));
  const planned = openLoad === null ? share.connections : openedAhead(share);
  const opening: ThreadLevel = { share, plan, meter, pacer, openLoad, planned, connections, clock: null, over: false };
  meter.offered = openLoad;
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
    if (level !== opening || opening.over || meter.open || connections.length >= planned) return;
    const pace = openLoad ?? thinkingUser(plan.seed, share, pacer, meter, share.firstConnection + connections.length);
    const connection = connect(() => {
      tried++;
      openOne();
      if (tried === planned) opened();
    }, pace);
    openLoad?.addFree(connection);
  };
  for (let i = 0; i < OPENING_AT_ONCE; i++) openOne();
}

/** Times in ms of performance.now(). */
function run(startMs: number, measuredFromMs: number, measuredToMs: number): void {
  if (level === null) return;
  const running = level;
  const { meter, pacer, openLoad, share } = running;
  loopDelay.enable();
  const beat = () => {
    meter.roll(performance.now());
    if (!meter.open) return;
    running.clock = setTimeout(beat, Math.max(1, Math.ceil(meter.nextMarkMs - performance.now())));
  };
  setTimeout(
    () => {
      if (running.over) return;
      readGenerator(); // from here on
      meter.start({ startMs, measuredFromMs, measuredToMs });
      beat();
      if (openLoad !== null) openLoad.start(startMs);
      else if (share.thinkTime.kind === "none") releaseAll(running, startMs, Math.min(SPREAD_MOST_MS, (measuredFromMs - startMs) / 4));
      else releaseOverCycle(pacer, running, startMs);
    },
    Math.max(1, startMs - performance.now()),
  );
}

function releaseAll({ meter, connections, planned }: ThreadLevel, startMs: number, spreadMs: number): void {
  const stepMs = spreadMs / planned;
  let released = 0;
  const release = () => {
    if (!meter.open) return;
    const dueMs = performance.now() - startMs;
    while (released < connections.length && released * stepMs <= dueMs) connections[released++]?.release();
    if (released < planned) setTimeout(release, 1);
  };
  release();
}

/** Users of a steady load are at any point of their thinking: the first requests are spread over one mean pause, whatever the warm-up. */
function releaseOverCycle(pacer: Pacer, { share, connections }: ThreadLevel, startMs: number): void {
  const stepMs = meanThinkTimeMs(share.thinkTime) / share.allConnections;
  connections.forEach((connection, i) => {
    pacer.add({ dueMs: startMs + (share.firstConnection + i) * stepMs, due: () => connection.release() });
  });
}

/** Waits until nothing is in flight, so that the next level does not find the target's queue full of this one's requests. */
function drain(): void {
  if (level === null || level.over) return;
  const draining = level;
  draining.over = true;
  const untilMs = performance.now() + Math.min(DRAIN_MOST_MS, draining.plan.timeoutMs + 100);
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
  const { connections, clock, pacer } = level;
  level.over = true;
  level = null;
  pacer.clear();
  if (clock !== null) clearTimeout(clock);
  loopDelay.disable();
  for (const connection of connections) connection.close();
  tell({ kind: "drained" });
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
  const waitedInAllMs = cpuWaitMs();
  const waited = waitedInAllMs === null || waitedBeforeMs === null ? {} : { waitedMs: waitedInAllMs - waitedBeforeMs };
  waitedBeforeMs = waitedInAllMs;
  const readMs = performance.now();
  // No reading at all: the loop did not come round once since the last time.
  const latestMs = loopDelay.count === 0 ? readMs - readBeforeMs : loopDelay.percentile(99) / 1e6;
  const loopDelayP99Ms = Math.max(0, latestMs - DELAY_RESOLUTION_MS);
  readBeforeMs = readMs;
  loopDelay.reset();
  return { cpuMs, busiestThreadCpuMs: cpuMs, loopDelayP99Ms, ...waited };
}
