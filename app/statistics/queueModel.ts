import { PlateauError } from "../model/errors.ts";
import { closedNetwork, type NetworkPoint, type RatedStation, type Station } from "./closedNetwork.ts";

/** A target as the diagnosis sees it: connections that think, a part of the work anybody may do, and a part only so many may do at a time. */
export interface QueueModel {
  readonly places: number; // m: requests let in at a time, a pool or workers; Infinity without a limit
  readonly heldSeconds: number; // H: time a request keeps its place
  readonly outsideSeconds: number; // its time without a place, when nothing waits
  readonly thinkSeconds: number; // Z: mean pause between an answer and the next request
  readonly cores: number; // the target may use; may be a fraction
  readonly cpuSeconds: number; // core seconds of a request
  readonly cpuWhileHeld: boolean; // whether it computes while it keeps its place, like a worker, or outside, like an application before its pool
}

const LARGEST_MODEL = 5000; // connections a network is solved for

/**
 * The model of a target that works on `places` requests at a time: it keeps each for places / plateau throughput (Little's law), the rest of the
 * unloaded latency is outside. A target that computes longer than it is outside computes while it keeps the place.
 * @throws PlateauError VALUE_OUT_OF_RANGE unless places, throughput and latency are above 0
 */
export function queueModel(measured: {
  readonly places: number;
  readonly plateauRps: number;
  readonly unloadedSeconds: number;
  readonly thinkSeconds: number;
  readonly cores: number;
  readonly cpuSeconds: number;
}): QueueModel {
  const { places, plateauRps, unloadedSeconds, thinkSeconds, cores, cpuSeconds } = measured;
  if (!(places > 0 && plateauRps > 0 && unloadedSeconds > 0)) {
    throw new PlateauError(
      "VALUE_OUT_OF_RANGE",
      `a queue needs places, throughput and latency above 0; got ${places}, ${plateauRps}, ${unloadedSeconds}`,
    );
  }
  const heldSeconds = Number.isFinite(places) ? places / plateauRps : unloadedSeconds;
  const outsideSeconds = Math.max(0, unloadedSeconds - heldSeconds);
  return { places, heldSeconds, outsideSeconds, thinkSeconds, cores, cpuSeconds, cpuWhileHeld: cpuSeconds > outsideSeconds };
}

/** Throughput and latency of a target at each of some numbers of connections: exact for exponential times, softer at the knee than constant ones. */
export function predict(model: QueueModel, connections: readonly number[]): NetworkPoint[] {
  const most = Math.max(1, ...connections);
  const { places, heldSeconds, outsideSeconds, thinkSeconds } = model;
  const [heldCpu, outsideCpu] = model.cpuWhileHeld ? [model.cpuSeconds, 0] : [0, model.cpuSeconds];
  const stations: (Station | RatedStation)[] = [cpuOf(model, outsideCpu), delayOf(outsideSeconds - outsideCpu)];
  if (heldSeconds > 0) {
    // What keeps a place is a network of its own, in which never more than `places` are: outside it looks like a station with its throughput.
    const inside = closedNetwork(
      [cpuOf(model, heldCpu)],
      Math.max(0, heldSeconds - heldCpu),
      Math.min(most, Math.max(1, Math.round(places))),
    );
    stations.push({ ratesPerSecond: inside.map(({ throughputRps }) => throughputRps) });
  }
  const solved = closedNetwork(stations, thinkSeconds, Math.min(most, LARGEST_MODEL));
  return connections.map((n) => {
    const point = solved[n - 1];
    if (point === undefined) throw new PlateauError("VALUE_OUT_OF_RANGE", `a prediction is for 1..${LARGEST_MODEL} connections; got ${n}`);
    return point;
  });
}

/** What no number of connections passes, requests/s: the slower of places / held time and cores / core seconds. */
export function limitRps({ places, heldSeconds, cores, cpuSeconds }: QueueModel): number {
  const ofPlaces = heldSeconds === 0 ? Number.POSITIVE_INFINITY : places / heldSeconds;
  return Math.min(ofPlaces, cpuSeconds === 0 ? Number.POSITIVE_INFINITY : cores / cpuSeconds);
}

const cpuOf = ({ cores }: QueueModel, seconds: number): Station => ({ demandSeconds: seconds, servers: cores });
const delayOf = (seconds: number): Station => ({ demandSeconds: Math.max(0, seconds), servers: Number.POSITIVE_INFINITY });
