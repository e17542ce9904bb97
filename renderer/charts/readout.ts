import { CPU_SHARES } from "../../app/figures/cpuOverTime.ts";
import { PERCENTILES } from "../../app/figures/latencyOverTime.ts";
import { levelWords } from "../../app/figures/levelWords.ts";
import { clock, latency, percent, perSecond, requestsPerSecond, threeDigits } from "../../app/figures/quantity.ts";
import { rowAt, type Timeline } from "../../app/figures/timeline.ts";

export type TimeChartKind = "throughput" | "latency" | "cpu" | "switches";

/** What one time chart shows at a time, in words. Empty where nothing was measured. */
export function readoutAt(kind: TimeChartKind, timeline: Timeline, atMs: number): { name: string; value: string }[] {
  const load = rowAt(timeline.load, atMs);
  const host = rowAt(timeline.host, atMs);
  switch (kind) {
    case "throughput":
      if (load?.throughputRps == null) return [];
      return [
        { name: "good", value: requestsPerSecond(load.throughputRps) },
        { name: "errors", value: perSecond(load.errorsPerSecond) },
      ];
    case "latency":
      return load === null
        ? []
        : PERCENTILES.filter(({ of }) => of(load) !== null).map(({ name, of }) => ({ name, value: latency(of(load)) }));
    case "cpu":
      return host === null
        ? []
        : CPU_SHARES.filter(({ name }) => host[name] !== null).map(({ name }) => ({ name, value: percent(host[name]) }));
    case "switches":
      if (host?.contextSwitchesPerSecond == null) return [];
      return [
        { name: "switches", value: perSecond(host.contextSwitchesPerSecond) },
        { name: "runnable", value: threeDigits(host.runQueue) },
      ];
  }
}

/** "0:12, 10 connections": where the crosshair stands; with a note when one is near. */
export function placeAt({ levels, notes, thinking, endMs }: Timeline, atMs: number): string {
  const level = levels.find(({ fromMs, toMs }) => atMs >= fromMs && atMs <= toMs);
  const note = notes.find((each) => Math.abs(each.atMs - atMs) <= Math.max(250, endMs * NEAR_SHARE));
  const said =
    note === undefined ? "" : `, note: ${note.text.length > MOST_OF_A_NOTE ? `${note.text.slice(0, MOST_OF_A_NOTE)}…` : note.text}`;
  if (level === undefined) return `${clock(atMs)}, between levels${said}`;
  const phase = atMs < level.measuredFromMs ? ", warm-up" : "";
  return `${clock(atMs)}, ${levelWords(level, thinking || level.thinkTime.kind !== "none")}${phase}${said}`;
}

const NEAR_SHARE = 0.008; // of the time shown: a few px
const MOST_OF_A_NOTE = 60;
