import type { HostReading, TargetReading } from "../../app/model/sample.ts";

/** What a probe answers for the interval since it was last asked. */
export interface Reading {
  readonly host: HostReading;
  readonly target: TargetReading | null;
}

/** One way to look at the machine: /proc, or systeminformation where there is none. It never throws. */
export interface Probe {
  /** `nowMs`: monotonic, of the caller's clock. The first answer has no rates: it is the baseline. */
  read(nowMs: number): Reading | Promise<Reading>;
}
