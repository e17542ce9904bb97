import type { ThinkTime } from "../model/thinkTime.ts";
import { shortLatency } from "./quantity.ts";

/** A think time for people, short enough for a chart: "no think time", "5 ms", "exp 50 ms", "20 to 80 ms", "normal 50 ± 10 ms". */
export function thinkTimeWords(thinkTime: ThinkTime): string {
  switch (thinkTime.kind) {
    case "none":
      return "no think time";
    case "constant":
      return shortLatency(thinkTime.meanMs);
    case "exponential":
      return `exp ${shortLatency(thinkTime.meanMs)}`;
    case "uniform":
      return `${thinkTime.fromMs === 0 ? "0" : shortLatency(thinkTime.fromMs)} to ${shortLatency(thinkTime.toMs)}`;
    case "normal":
    case "lognormal":
      return `${thinkTime.kind} ${shortLatency(thinkTime.meanMs)} ± ${shortLatency(thinkTime.deviationMs)}`;
    case "sampled":
      return thinkTime.file === null ? "sampled" : (thinkTime.file.split(/[\\/]/).at(-1) ?? thinkTime.file);
  }
}
