import type { Plan } from "../model/plan.ts";
import { seededRandom } from "./random.ts";

export interface ArrivalOptions {
  readonly kind: Plan["arrivals"];
  readonly rateRps: number;
  readonly seed: number;
  readonly level: number;
  readonly thread: number; // from 0
  readonly threads: number;
}

/**
 * The times at which requests of the open model are meant to be sent, ms from the start of a level, without end. Every thread goes
 * through the arrivals of all and keeps each `threads`-th, so that together they are the same arrivals whatever the number of threads:
 * a Poisson process of the whole rate, or one request every 1/rate seconds.
 */
export function* arrivalTimes({ kind, rateRps, seed, level, thread, threads }: ArrivalOptions): Generator<number, never> {
  const random = seededRandom(seed, level, 0xa221);
  const stepMs = 1000 / rateRps;
  let atMs = 0;
  for (let number = 0; ; number++) {
    atMs = kind === "constant" ? number * stepMs : atMs - stepMs * Math.log(1 - random());
    if (number % threads === thread) yield atMs;
  }
}
