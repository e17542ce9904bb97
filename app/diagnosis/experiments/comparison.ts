import type { Estimate } from "../../model/finding.ts";
import { hodgesLehmann, varghaDelaney } from "../../statistics/mannWhitney.ts";
import { median } from "../../statistics/quantile.ts";
import { digits, percent } from "../numbers.ts";

/** How much two samples differ. `shift`: Hodges and Lehmann's, from a to b, with its 95 % interval, as a share of a's median. */
export interface Comparison {
  readonly a: number; // medians
  readonly b: number;
  readonly shift: Estimate;
  readonly a12: number; // probability that a value of b is above one of a, ties half
  readonly change: "more" | "less" | "same" | "unclear"; // of b
}

const LARGE_A12 = 0.8; // beyond what Vargha and Delaney (2000) call large, 0.71: seconds of one target differ by noise alone
const SHIFT_SHARE = 0.1; // a smaller change matters to no verdict
const FEWEST = 3; // values of each sample

/** Null with too few values, or nothing to take a share of. */
export function compare(a: readonly number[], b: readonly number[]): Comparison | null {
  if (a.length < FEWEST || b.length < FEWEST) return null;
  const usual = median(a);
  if (usual <= 0) return null;
  const { value, low, high } = hodgesLehmann(a, b);
  const shift = { value: value / usual, low: low / usual, high: high / usual };
  const a12 = varghaDelaney(b, a);
  return { a: usual, b: median(b), shift, a12, change: changeOf(shift, a12) };
}

function changeOf({ value, low, high }: Estimate, a12: number): Comparison["change"] {
  if (a12 > LARGE_A12 && value > SHIFT_SHARE && low > 0) return "more";
  if (a12 < 1 - LARGE_A12 && value < -SHIFT_SHARE && high < 0) return "less";
  return low > -SHIFT_SHARE && high < SHIFT_SHARE ? "same" : "unclear";
}

/** "33.1 against 132 requests/s (+299 %, 95 % interval +290 % to +307 %)": b after a. */
export function inNumbers({ a, b, shift }: Comparison, unit: string): string {
  return `${digits(b)} against ${digits(a)} ${unit} (${signed(shift.value)}, 95 % interval ${signed(shift.low)} to ${signed(shift.high)})`;
}

const signed = (share: number): string => `${share < 0 ? "-" : "+"}${percent(Math.abs(share))}`;
