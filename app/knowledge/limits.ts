import { z } from "zod";
import type { Candidate, Estimate } from "../model/finding.ts";
import rows from "./limits.json" with { type: "json" };

/** A default limit of well-known software. `sizes`: the widths it shows up as, numbers or formulas in `cpus`. */
const Limit = z.strictObject({
  software: z.string(),
  versions: z.string(),
  setting: z.string(),
  default: z.string(),
  limits: z.string(), // what it bounds, and what waits or fails then
  source: z.string(),
  verified: z.enum(["V", "V2", "U"]), // read in the official source; in copies of it; common knowledge only
  sizes: z.array(z.string().regex(/^(\d+|(\d+\*)?cpus([+-]\d+)?|min\(32,cpus\+4\))$/)),
});
export type Limit = z.infer<typeof Limit>;

export const limits: readonly Limit[] = z.array(Limit).parse(rows);

const MOST_CANDIDATES = 4; // more names than this is a catalogue, not a hint
const HIT_SHARE = 0.1; // a default within this of the measured width is a hit even when the interval is narrower

/** The size a row stands for on a machine with so many logical cores. */
export function sizeOn(formula: string, cores: number): number {
  if (formula.startsWith("min(")) return Math.min(32, cores + 4);
  const [, factor = "1", sign = "+", offset = "0"] = /^(?:(\d+)\*)?cpus(?:([+-])(\d+))?$/.exec(formula) ?? [];
  if (!formula.includes("cpus")) return Number(formula);
  return Number(factor) * cores + (sign === "-" ? -1 : 1) * Number(offset);
}

/** Settings whose default is the measured width, best supported source first. `cores` of the target's machine. */
export function defaultsLike(width: Estimate, cores: number): Candidate[] {
  const low = Math.min(width.low, width.value * (1 - HIT_SHARE));
  const high = Math.max(width.high, width.value * (1 + HIT_SHARE));
  const hits = limits.flatMap((limit) => {
    const size = limit.sizes.map((formula) => sizeOn(formula, cores)).find((n) => n >= low && n <= high);
    return size === undefined ? [] : [{ limit, size, distance: Math.abs(Math.log(size / width.value)) }];
  });
  const rank = { V: 0, V2: 1, U: 2 };
  hits.sort((a, b) => a.distance - b.distance || rank[a.limit.verified] - rank[b.limit.verified]);
  return hits.slice(0, MOST_CANDIDATES).map(({ limit, size }) => ({
    software: limit.software,
    setting: limit.setting,
    value: limit.verified === "U" ? `commonly ${size}` : String(size),
    source: limit.source,
  }));
}
