import { Plan, type PlanInput } from "../../../app/model/plan.ts";
import type { LevelRecord } from "../../../app/model/recording.ts";
import type { Tick } from "../../../app/model/tick.ts";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { Generator } from "../../../main/load/generator.ts";
import { mergedTick } from "../../../main/load/tickMerger.ts";
import type { HostileServer } from "./hostileServer.ts";

export interface Measured {
  readonly level: LevelRecord;
  readonly ticks: readonly Tick[];
  readonly total: Tick; // of the measured window
  readonly latencies: LatencyHistogram;
  readonly originMs: number; // of the session, on the machine's clock
}

/** Runs one level against a server. */
export async function measure(input: PlanInput, connections: number): Promise<Measured> {
  const plan = Plan.parse({ warmupMs: 250, durationMs: 1000, ...input });
  const ticks: Tick[] = [];
  const originNs = process.hrtime.bigint();
  const generator = new Generator(plan, originNs, { tick: (tick) => ticks.push(tick), level: () => {} });
  try {
    const level = await generator.runLevel(0, connections);
    const total = mergedTick(ticks.filter((tick) => tick.phase === "measured"));
    return { level, ticks, total, latencies: LatencyHistogram.from(total.latencies), originMs: Number(originNs) / 1e6 };
  } finally {
    await generator.close();
  }
}

/** What the server itself answered within the measured window: how many, and how long it held them on average. */
export function seenByServer(server: HostileServer, { level, originMs }: Measured): { answered: number; meanMs: number } {
  const from = level.measuredFromMs + originMs;
  const to = level.measuredToMs + originMs;
  const held = server.exchanges.flatMap(({ receivedMs, answeredMs }) =>
    answeredMs !== null && answeredMs >= from && answeredMs < to ? [answeredMs - receivedMs] : [],
  );
  return { answered: held.length, meanMs: held.reduce((sum, ms) => sum + ms, 0) / held.length };
}
