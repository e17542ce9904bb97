import { PlateauError } from "../model/errors.ts";

/** What a closed network asks of its stations. */
export interface Demands {
  readonly totalSeconds: number; // D: time of one request in service, over all stations
  readonly largestSeconds: number; // of the slowest station, over its number of servers
  readonly stations: number; // K, at which requests queue
  readonly thinkSeconds: number; // Z
}

/** Between which throughput, requests/s, and latency, s, must lie. */
export interface Bounds {
  readonly throughputRps: readonly [low: number, high: number];
  readonly latencySeconds: readonly [low: number, high: number];
}

/** Connections at which the slowest station alone begins to limit throughput: N* = (D + Z) / D_max. */
export function kneeConnections({ totalSeconds, largestSeconds, thinkSeconds }: Omit<Demands, "stations">): number {
  return (totalSeconds + thinkSeconds) / largestSeconds;
}

/**
 * Asymptotic bounds: no request waits, or each waits for all others. They hold for any distribution of service times.
 * Source: Lazowska, Zahorjan, Graham, Sevcik, Quantitative System Performance (1984), chapter 5.
 * @throws PlateauError VALUE_OUT_OF_RANGE unless connections >= 1 and 0 < largest <= total
 */
export function asymptoticBounds(demands: Omit<Demands, "stations">, connections: number): Bounds {
  refuseInvalid(demands, connections);
  const { totalSeconds: total, largestSeconds: largest, thinkSeconds: think } = demands;
  const n = connections;
  return {
    throughputRps: [n / (n * total + think), Math.min(1 / largest, n / (total + think))],
    latencySeconds: [Math.max(total, n * largest - think), n * total],
  };
}

/**
 * Balanced job bounds, narrower: a network does no better than one whose stations share its demand evenly, and no worse than one whose
 * stations are all as slow as its slowest. For exponential service, one server each.
 * Source: J. Zahorjan and others, CACM 25 (1982) 134-141; Quantitative System Performance, table 5.2.
 * @throws PlateauError VALUE_OUT_OF_RANGE unless connections >= 1 and 0 < largest <= total
 */
export function balancedBounds(demands: Demands, connections: number): Bounds {
  refuseInvalid(demands, connections);
  const { totalSeconds: total, largestSeconds: largest, stations, thinkSeconds: think } = demands;
  const n = connections;
  const slowest = total + ((n - 1) * largest) / (1 + think / (n * total));
  const evenest = total + ((n - 1) * (total / stations)) / (1 + think / total);
  return {
    throughputRps: [n / (slowest + think), Math.min(1 / largest, n / (evenest + think))],
    latencySeconds: [Math.max(n * largest - think, evenest), slowest],
  };
}

function refuseInvalid({ totalSeconds, largestSeconds, thinkSeconds }: Omit<Demands, "stations">, connections: number): void {
  if (connections >= 1 && largestSeconds > 0 && largestSeconds <= totalSeconds && thinkSeconds >= 0) return;
  const got = `${connections} connections, demands ${totalSeconds} and ${largestSeconds} s, think time ${thinkSeconds} s`;
  throw new PlateauError("VALUE_OUT_OF_RANGE", `bounds need a connection and 0 < largest <= total demand; got ${got}`);
}
