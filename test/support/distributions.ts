import { normalDraw } from "../../app/statistics/normalDistribution.ts";
import { seededRandom } from "../../app/statistics/random.ts";

/** Latencies around one median: lognormal, `sigma` the deviation of the logarithm. */
export function oneWay(medianMs: number, sigma = 0.1, seed = 1): (answer: number) => number {
  const random = seededRandom(seed);
  return () => medianMs * Math.exp(sigma * normalDraw(random));
}

/** A share of the answers around one latency, the others around another. */
export function twoWays(share: number, firstMs: number, otherMs: number, sigma = 0.1, seed = 2): (answer: number) => number {
  const random = seededRandom(seed);
  const [first, other] = [oneWay(firstMs, sigma, seed + 1), oneWay(otherMs, sigma, seed + 2)];
  return (answer) => (random() < share ? first(answer) : other(answer));
}
