import type { HostReading } from "../../../app/model/sample.ts";
import { perSecond } from "../rate.ts";
import type { Disk } from "./diskstats.ts";

export type DiskRates = Pick<
  HostReading,
  | "diskBusyPercent"
  | "diskQueueLength"
  | "diskReadsPerSecond"
  | "diskWritesPerSecond"
  | "diskReadBytesPerSecond"
  | "diskWriteBytesPerSecond"
>;

const NO_RATES: DiskRates = {
  diskBusyPercent: null,
  diskQueueLength: null,
  diskReadsPerSecond: null,
  diskWritesPerSecond: null,
  diskReadBytesPerSecond: null,
  diskWriteBytesPerSecond: null,
};

/** How busy the busiest disk is, and what all of them move. A disk that came or went is left out; null without any. */
export function diskRates(
  before: ReadonlyMap<string, Disk> | null | undefined,
  after: ReadonlyMap<string, Disk> | null,
  intervalMs: number,
): DiskRates {
  const pairs = [...(after ?? [])].flatMap(([name, now]) => {
    const earlier = before?.get(name);
    return earlier ? [{ earlier, now }] : [];
  });
  if (pairs.length === 0 || !(intervalMs > 0)) return NO_RATES;
  const share = (key: "busyMs" | "queuedMs") => (pair: (typeof pairs)[number]) =>
    Math.max(0, pair.now[key] - pair.earlier[key]) / intervalMs;
  const busiest = pairs.reduce((most, pair) => (share("busyMs")(pair) > share("busyMs")(most) ? pair : most));
  const all = (key: keyof Disk): number | null => {
    const total = (side: "earlier" | "now"): number => pairs.reduce((sum, pair) => sum + pair[side][key], 0);
    return perSecond(total("earlier"), total("now"), intervalMs);
  };
  return {
    diskBusyPercent: Math.min(100, 100 * share("busyMs")(busiest)), // the kernel books it when a request ends: more than the interval at times
    diskQueueLength: share("queuedMs")(busiest),
    diskReadsPerSecond: all("reads"),
    diskWritesPerSecond: all("writes"),
    diskReadBytesPerSecond: all("readBytes"),
    diskWriteBytesPerSecond: all("writtenBytes"),
  };
}
