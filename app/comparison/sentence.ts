import { capitalised, percent } from "../diagnosis/numbers.ts";
import type { Verdict } from "../model/finding.ts";
import { bottleneckMove } from "./cause.ts";
import { type LevelComparison, SAME_SHARE } from "./levelComparison.ts";
import { loadText, throughputTells } from "./load.ts";

const TIMES = 1.5; // from here on "1.5 times", below "20 % more"
const NEAR_FRACTION = 0.1; // a ratio this near to a tenth is "about a tenth"
const BEYOND_CHANCE = 1.5; // half widths of the interval: among ten levels one lies so far out in 3 % of cases, beyond one half width in 40 %
const FRACTIONS: readonly (readonly [number, string])[] = [
  [1 / 2, "half"],
  [1 / 3, "a third of"],
  [1 / 4, "a quarter of"],
  [1 / 5, "a fifth of"],
  [1 / 10, "a tenth of"],
  [1 / 20, "a twentieth of"],
  [1 / 100, "a hundredth of"],
];

/** "8.5 times the throughput and about a tenth of the latency at 50 connections; the bottleneck moved from a connection pool to a full CPU." */
export function sentenceOf(levels: readonly LevelComparison[], before: Verdict, after: Verdict, both: Verdict | null): string {
  const usable = levels.filter(({ outcome }) => outcome !== "not comparable");
  const headline = headlineOf(usable);
  const move = both === null ? bottleneckMove(before, after) : "requests of one session had waited for each other";
  const said =
    headline === null ? nothingToCompare(levels) : `${changeText(headline)} at ${loadText(headline.load)}${exceptions(headline, usable)}`;
  return `${said}${move === null ? "" : `; ${move}`}.`;
}

/** The load under which one of the two did most: chosen by what was done, not by how much it differs. */
export function headlineOf(levels: readonly LevelComparison[]): LevelComparison | null {
  const most = ({ before, after }: LevelComparison): number => Math.max(before?.throughputRps ?? 0, after?.throughputRps ?? 0);
  return levels
    .filter(({ outcome }) => outcome !== "not comparable")
    .reduce<LevelComparison | null>((best, level) => (best === null || most(level) > most(best) ? level : best), null);
}

function nothingToCompare(levels: readonly LevelComparison[]): string {
  if (levels.length === 0) return "Nothing can be compared, since no load was measured in both sessions";
  return "Nothing can be compared, since no load has numbers of both sessions that can be believed";
}

function changeText({ outcome, throughput, latencyRatio, load }: LevelComparison): string {
  if (outcome === "no detectable difference") return "No detectable difference";
  const more = throughputTells(load) && throughput !== null ? ratioText(throughput.ratio, "throughput") : null;
  const quick = latencyRatio === null ? null : ratioText(latencyRatio, "latency");
  return capitalised([more, quick].filter((part) => part !== null).join(" and "));
}

/** "8.5 times the latency", "20 % less latency", "about a tenth of the latency", "the same latency" */
function ratioText(ratio: number, noun: string): string {
  if (ratio >= TIMES) return `${ratio < 9.95 ? ratio.toFixed(1) : Math.round(ratio)} times the ${noun}`;
  if (ratio > 1 + SAME_SHARE) return `${percent(ratio - 1)} more ${noun}`;
  if (ratio >= 1 / (1 + SAME_SHARE)) return `the same ${noun}`;
  if (ratio > 1 / TIMES) return `${percent(1 - ratio)} less ${noun}`;
  const fraction = FRACTIONS.find(([value]) => Math.abs(ratio / value - 1) <= NEAR_FRACTION);
  if (fraction !== undefined) return `about ${fraction[1]} the ${noun}`;
  return `${ratio >= 0.01 ? percent(ratio) : `${(100 * ratio).toPrecision(1)} %`} of the ${noun}`;
}

/** Levels that came out otherwise, beyond what chance does to one of many. */
function exceptions(headline: LevelComparison, levels: readonly LevelComparison[]): string {
  const main = directionOf(headline);
  const parts = (["faster", "slower"] as const)
    .filter((direction) => direction !== main)
    .map((direction) => {
      const loads = levels
        .filter((level) => level !== headline && directionOf(level) === direction && isFar(level))
        .map(({ load }) => load);
      return loads.length === 0 ? null : `${direction} at ${listed(loads.map(loadText))}`;
    })
    .filter((part) => part !== null);
  return parts.length === 0 ? "" : `, but ${parts.join(" and ")}`;
}

function directionOf({ outcome, throughput, latencyRatio, load }: LevelComparison): "faster" | "slower" | "same" {
  if (outcome === "faster" || outcome === "slower") return outcome;
  if (outcome !== "ratio only") return "same";
  const gain = throughputTells(load) ? (throughput?.ratio ?? 1) : 1 / (latencyRatio ?? 1);
  return gain > 1 + SAME_SHARE ? "faster" : gain < 1 / (1 + SAME_SHARE) ? "slower" : "same";
}

function isFar({ throughput, latency, load }: LevelComparison): boolean {
  if (!throughputTells(load)) {
    const shift = latency?.shiftMs ?? null;
    return shift === null || Math.abs(shift.value) > (BEYOND_CHANCE * (shift.high - shift.low)) / 2;
  }
  const interval = throughput?.interval ?? null;
  return interval === null || Math.abs(Math.log(interval.value)) > BEYOND_CHANCE * Math.log(interval.high / interval.value);
}

/** "10 connections", "10 connections and 25 connections" */
function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}
