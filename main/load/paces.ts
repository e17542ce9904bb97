import type { Plan } from "../../app/model/plan.ts";
import { arrivalTimes } from "../../app/statistics/arrivals.ts";
import { seededRandom } from "../../app/statistics/random.ts";
import { drawThinkTime } from "../../app/statistics/thinkTimeDistribution.ts";
import type { AutocannonDriver } from "./autocannonDriver.ts";
import type { LevelShare } from "./loadMessages.ts";
import type { LoadMeter } from "./loadMeter.ts";
import { OpenLoad } from "./openLoad.ts";
import type { Pacer } from "./pacer.ts";
import { ThinkingUser } from "./thinkingUser.ts";

const AHEAD_SECONDS = 0.05; // connections opened ahead carry the rate while answers take this long
const MOST_AHEAD = 100;

/** The user behind a connection, with a stream of pauses of its own; undefined: one that never thinks. `connection`: its number among all of the level. */
export function thinkingUser(
  seed: number,
  { thinkTime, level }: LevelShare,
  pacer: Pacer,
  meter: LoadMeter,
  connection: number,
): ThinkingUser | undefined {
  if (thinkTime.kind === "none") return undefined;
  const random = seededRandom(seed, level, connection);
  return new ThinkingUser(
    pacer,
    () => drawThinkTime(thinkTime, random),
    (nowMs, us) => meter.paused(nowMs, us),
  );
}

/** This thread's arrivals; null in the closed model. */
export function openLoadOf(plan: Plan, share: LevelShare, pacer: Pacer, connect: (load: OpenLoad) => AutocannonDriver): OpenLoad | null {
  const { level, rateRps, thread, threads, connections } = share;
  if (rateRps === null) return null;
  const load: OpenLoad = new OpenLoad({
    arrivals: () => arrivalTimes({ kind: plan.arrivals, rateRps, seed: plan.seed, level, thread, threads }),
    mostConnections: connections,
    open: () => connect(load),
    pacer,
  });
  return load;
}

/** Connections this thread opens before the clock starts. */
export function openedAhead({ rateRps, connections, threads }: LevelShare): number {
  const ahead = Math.min(MOST_AHEAD, Math.ceil((rateRps ?? 0) * AHEAD_SECONDS));
  return Math.min(connections, Math.max(1, Math.ceil(ahead / threads)));
}
