import { type Compared, type Comparison, peakOf } from "../comparison/comparison.ts";
import { loadOf, loadText } from "../comparison/load.ts";
import { digits } from "../diagnosis/numbers.ts";

/** Loads that the other session did not measure. */
export function onlyOne({ onlyBefore, onlyAfter }: Comparison): string[] {
  return [
    ...(onlyBefore.length === 0 ? [] : [`Before: ${onlyBefore.map(loadText).join(", ")}`]),
    ...(onlyAfter.length === 0 ? [] : [`After: ${onlyAfter.map(loadText).join(", ")}`]),
  ];
}

/** "at most 40.0 requests/s at 5 connections" */
export function peakText(compared: Compared): string {
  const peak = peakOf(compared);
  return peak === null ? "no level can be used" : `at most ${digits(peak.throughputRps)} requests/s at ${loadText(loadOf(peak))}`;
}
