import type { TargetReading } from "../model/sample.ts";

/** Memory of the target's processes over a level: does it grow? */
export interface TargetMemory {
  readonly firstBytes: number;
  readonly lastBytes: number;
  readonly peakBytes: number;
}

/** Null when it was not read. */
export function targetMemory(readings: readonly TargetReading[]): TargetMemory | null {
  const bytes = readings.flatMap(({ rssBytes }) => rssBytes ?? []);
  const [firstBytes] = bytes;
  if (firstBytes === undefined) return null;
  return { firstBytes, lastBytes: bytes.at(-1) ?? firstBytes, peakBytes: bytes.reduce((most, value) => Math.max(most, value)) };
}
