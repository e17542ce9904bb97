import type { Estimate } from "../model/finding.ts";

/** A number for a sentence: three significant digits, no exponent, no false precision; "-" for one that is not known (NaN). */
export function digits(value: number): string {
  if (Number.isNaN(value)) return "-";
  if (!Number.isFinite(value)) return String(value);
  const magnitude = Math.abs(value) >= 1 ? Math.floor(Math.log10(Math.abs(value))) + 1 : 1;
  return magnitude >= 3 ? String(Math.round(value)) : value.toFixed(3 - magnitude);
}

/** "2.05 (1.98 to 2.11)" */
export function withInterval({ value, low, high }: Estimate): string {
  return `${digits(value)} (${digits(low)} to ${digits(high)})`;
}

export const percent = (fraction: number): string => `${Math.round(fraction * 100)} %`;

/** "1 connection", "25 connections" */
export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
