import { readFileSync } from "node:fs";
import type { PlanInput } from "../../app/model/plan.ts";
import { parseThinkTime, type ThinkTime } from "../../app/model/thinkTime.ts";
import { named, usage } from "./usage.ts";

/** The options that say how the load comes: users that think, or arrivals at a rate. */
export interface LoadOptions {
  readonly connections?: string;
  readonly think?: string;
  readonly rate?: string;
  readonly arrivals?: string;
  readonly maxConnections?: string;
  readonly seed?: string;
}

/** @throws PlateauError PLAN_INVALID for options of both models at once */
export function oneModel({ rate, think, connections, arrivals, maxConnections }: LoadOptions): void {
  const wrong = (option: string, right: string) => usage(option, "belongs to the other model of load", right);
  if (rate !== undefined && connections !== undefined)
    throw wrong(`--connections ${connections}`, "--max-connections bounds those of --rate");
  if (rate !== undefined && think !== undefined) throw wrong(`--think ${think}`, "with --rate requests arrive whatever the users do");
  if (rate === undefined && arrivals !== undefined) throw wrong(`--arrivals ${arrivals}`, "--rate, arrivals per second, goes with it");
  if (rate === undefined && maxConnections !== undefined)
    throw wrong(`--max-connections ${maxConnections}`, "--connections, or --rate beside it");
}

/** "5ms,exp:50ms,file:pauses.txt": several make a matrix with the connections. */
export function thinkTimes(text: string): ThinkTime[] {
  return text.split(",").map((part) => named("--think", () => parseThinkTime(part.trim(), pausesOf)));
}

/** A file of pauses in ms: numbers with white space, commas or semicolons between. */
function pausesOf(file: string): number[] {
  const option = `--think file:${file}`;
  const right = "a file of numbers, ms, such as 12.5, one a line";
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw usage(option, `cannot be read: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, right);
  }
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  const wrong = words.find((word) => !/^\d+(\.\d+)?$/.test(word));
  if (wrong !== undefined || words.length === 0) throw usage(option, wrong === undefined ? "is empty" : `"${wrong}" is no time`, right);
  return words.map(Number);
}

/** "50,100,200": arrivals per second. */
export function rates(text: string): number[] {
  return text.split(",").map((part) => {
    const rate = Number(part.trim());
    if (!/^\d+(\.\d+)?$/.test(part.trim()) || rate <= 0 || rate > 100_000)
      throw usage(`--rate ${text}`, `"${part.trim()}" is not a rate`, "arrivals per second, above 0 and up to 100000, with commas between");
    return rate;
  });
}

export function arrivals(text: string): NonNullable<PlanInput["arrivals"]> {
  if (text !== "poisson" && text !== "constant") throw usage(`--arrivals ${text}`, "not a way to arrive", "poisson or constant");
  return text;
}
