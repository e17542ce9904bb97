import type { Recording } from "../../../app/model/recording.ts";
import type { Tick } from "../../../app/model/tick.ts";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { aRecording } from "../../support/builders.ts";

/** A session of the open model against a target that serves `most` requests a second, each in 20 ms; beyond that, arrivals queue. */
export function anOpenRecording(rates: readonly number[], most = 250): Recording {
  const recording = aRecording({
    levels: rates.map((rateRps) => ({ connections: 50, rateRps, rps: Math.min(rateRps, most), latencyMs: 20 })),
    plan: { rates: [...rates], maxConnections: 50 },
    seconds: 4,
  });
  const ticks = recording.ticks.map((tick): Tick => {
    const rate = rates[tick.level] as number;
    const responses = new LatencyHistogram();
    responses.recordTimes(rate > most ? 400_000 : 22_000, tick.requests);
    const offered = Math.round(rate / 4);
    const missed = offered - tick.sent;
    const open = { offered, dropped: missed, queued: 0, boundReached: missed, connections: Math.min(50, Math.ceil(rate / 10)) };
    return { ...tick, open: { ...open, responseLatencies: responses.toLatencies() } };
  });
  return { ...recording, ticks };
}
