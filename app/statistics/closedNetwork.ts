import { PlateauError } from "../model/errors.ts";

/** A place where requests queue. `servers`: so many work at once, 1.5 for a core and a half; Infinity for a delay nobody waits for. */
export interface Station {
  readonly demandSeconds: number; // time of one request in service there, over all its visits
  readonly servers: number;
}

/** The same for any rate: `ratesPerSecond[j - 1]` with j requests there, the last one with more. */
export interface RatedStation {
  readonly ratesPerSecond: readonly number[];
}

/** What a closed network does with so many requests in it. */
export interface NetworkPoint {
  readonly connections: number;
  readonly throughputRps: number;
  readonly latencySeconds: number; // without the think time
}

const MOST_CONNECTIONS = 5000; // time grows with the square: some seconds there

/**
 * Exact throughput and latency of a closed network of queues with one kind of request, for 1..upTo connections that each think for
 * `thinkSeconds` between an answer and the next request. Service times are exponential where requests queue first come, first served; at
 * delays any. With one station of m servers: the machine repairman.
 *
 * The solution of exact mean value analysis (M. Reiser, S. S. Lavenberg, JACM 27, 1980), by convolution (J. P. Buzen, CACM 16, 1973): with many servers
 * the recursion of mean values subtracts numbers that are nearly equal and loses all digits. A station holds j requests with weight
 * f(j) = product of 1 / rate(i), i = 1..j; G(n) sums the products over all ways to place n requests; X(n) = G(n - 1) / G(n). In logarithms, since
 * G passes any range of numbers.
 * @throws PlateauError VALUE_OUT_OF_RANGE if a time is negative, nothing takes time, or `upTo` is outside 1..5000
 */
export function closedNetwork(stations: readonly (Station | RatedStation)[], thinkSeconds: number, upTo: number): NetworkPoint[] {
  refuseInvalid(stations, thinkSeconds, upTo);
  const delays = stations.filter((s): s is Station => "servers" in s && s.servers === Number.POSITIVE_INFINITY);
  const delaySeconds = delays.reduce((sum, { demandSeconds }) => sum + demandSeconds, thinkSeconds);
  const queues = stations.filter(
    (station) => !("servers" in station) || (station.servers !== Number.POSITIVE_INFINITY && station.demandSeconds > 0),
  );
  let normal = delayWeights(delaySeconds, upTo);
  for (const queue of queues) normal = convolved(normal, queue, upTo);
  return Array.from({ length: upTo }, (_, i) => {
    const throughputRps = Math.exp((normal[i] as number) - (normal[i + 1] as number));
    return { connections: i + 1, throughputRps, latencySeconds: (i + 1) / throughputRps - thinkSeconds };
  });
}

/** log of Z^n / n!, n = 0..upTo. */
function delayWeights(seconds: number, upTo: number): Float64Array {
  const weights = new Float64Array(upTo + 1).fill(Number.NEGATIVE_INFINITY);
  weights[0] = 0;
  if (seconds > 0) for (let n = 1; n <= upTo; n++) weights[n] = (weights[n - 1] as number) + Math.log(seconds / n);
  return weights;
}

/** log of the sum over j of f(j) G(n - j). A single server's f(j) = D^j needs no sum: G'(n) = G(n) + D G'(n - 1). */
function convolved(before: Float64Array, station: Station | RatedStation, upTo: number): Float64Array {
  const after = new Float64Array(upTo + 1);
  if ("servers" in station && station.servers === 1) {
    after[0] = before[0] as number;
    const demand = Math.log(station.demandSeconds);
    for (let n = 1; n <= upTo; n++) after[n] = logSum(before[n] as number, demand + (after[n - 1] as number));
    return after;
  }
  const weights = new Float64Array(upTo + 1);
  for (let j = 1; j <= upTo; j++) weights[j] = (weights[j - 1] as number) - Math.log(rateWith(station, j));
  for (let n = 0; n <= upTo; n++) {
    let largest = Number.NEGATIVE_INFINITY;
    for (let j = 0; j <= n; j++) largest = Math.max(largest, (weights[j] as number) + (before[n - j] as number));
    let sum = 0;
    for (let j = 0; j <= n; j++) sum += Math.exp((weights[j] as number) + (before[n - j] as number) - largest);
    after[n] = largest + Math.log(sum);
  }
  return after;
}

/** Requests/s that leave a station with j in it. */
function rateWith(station: Station | RatedStation, j: number): number {
  if ("servers" in station) return Math.min(j, station.servers) / station.demandSeconds;
  return station.ratesPerSecond[Math.min(j, station.ratesPerSecond.length) - 1] as number;
}

function logSum(a: number, b: number): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  return low === Number.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(low - high));
}

function refuseInvalid(stations: readonly (Station | RatedStation)[], thinkSeconds: number, upTo: number): void {
  const fine = stations.every((station) =>
    "servers" in station
      ? station.demandSeconds >= 0 && station.servers > 0
      : station.ratesPerSecond.length > 0 && station.ratesPerSecond.every((rate) => rate > 0),
  );
  if (!fine || !(thinkSeconds >= 0))
    throw new PlateauError("VALUE_OUT_OF_RANGE", "a queueing network needs times of 0 or more and servers above 0");
  if (!(Number.isInteger(upTo) && upTo >= 1 && upTo <= MOST_CONNECTIONS)) {
    throw new PlateauError("VALUE_OUT_OF_RANGE", `a queueing network is solved for 1..${MOST_CONNECTIONS} connections; got ${upTo}`);
  }
  const busy = stations.some((station) => !("servers" in station) || station.demandSeconds > 0) || thinkSeconds > 0;
  if (!busy) throw new PlateauError("VALUE_OUT_OF_RANGE", "a queueing network in which nothing takes time has no throughput");
}
