import { PlateauError } from "../model/errors.ts";
import type { Latencies } from "../model/tick.ts";

/** The largest latency with a bucket of its own, µs; longer ones share its bucket (their maximum stays exact). */
export const HIGHEST_US = 60_000_000;

const SUB_BUCKET_BITS = 11; // 2048 steps per doubling: 3 significant digits
const SUB_BUCKET_MASK = (1 << SUB_BUCKET_BITS) - 1;
const HALF_BITS = SUB_BUCKET_BITS - 1;
const HALF = 1 << HALF_BITS;
const BUCKETS = bucketOf(HIGHEST_US) + 1;

/** One bucket that is not empty: latencies from `fromUs` up to, not including, `toUs`. */
export interface LatencyBucket {
  readonly fromUs: number;
  readonly toUs: number;
  readonly count: number;
}

/**
 * Latencies counted on a logarithmic scale: exact to 1 µs up to 2048 µs, within 0.1 % beyond. Count, sum,
 * minimum and maximum are exact, the sum of squares as exact as a double. Fractions of a microsecond are rounded when recorded.
 *
 * Same buckets as HdrHistogram(lowest 1, highest 60 000 000, 3 digits), Gil Tene, https://hdrhistogram.org:
 * values below 2048 have a bucket each; every doubling above is cut into 1024 equal buckets.
 */
export class LatencyHistogram {
  count = 0;
  sumUs = 0;
  sumOfSquaresUs2 = 0;
  minUs = 0; // 0 when empty
  maxUs = 0;
  private readonly counts = new Float64Array(BUCKETS); // doubles: a day at 50 000/s is more than 32 bits hold
  private first = BUCKETS; // the touched range, so that emptying costs what was used
  private last = -1;

  static from(latencies: Latencies): LatencyHistogram {
    const histogram = new LatencyHistogram();
    histogram.add(latencies);
    return histogram;
  }

  /** Counts one latency, µs. Negative ones count as 0: clocks of two readings may disagree by a rounding. */
  record(us: number): void {
    this.recordTimes(us, 1);
  }

  /** Counts the same latency several times. */
  recordTimes(us: number, times: number): void {
    const value = us > 0 ? Math.round(us) : 0;
    const bucket = bucketOf(Math.min(value, HIGHEST_US));
    (this.counts[bucket] as number) += times;
    if (bucket < this.first) this.first = bucket;
    if (bucket > this.last) this.last = bucket;
    if (this.count === 0 || value < this.minUs) this.minUs = value;
    if (value > this.maxUs) this.maxUs = value;
    this.count += times;
    this.sumUs += value * times;
    this.sumOfSquaresUs2 += value * value * times;
  }

  /**
   * Counts a latency, and those that requests sent every `intervalUs` would have had meanwhile: us - interval, us - 2 interval, ... down to the
   * interval. A user who waits for an answer before the next request leaves those out ("coordinated omission", Gil Tene;
   * recordValueWithExpectedInterval of HdrHistogram). Takes time with us / interval.
   */
  recordValueWithExpectedInterval(us: number, intervalUs: number, times = 1): void {
    this.recordTimes(us, times);
    if (!(intervalUs > 0)) return;
    for (let missing = us - intervalUs; missing >= intervalUs; missing -= intervalUs) this.recordTimes(missing, times);
  }

  /** What users who send a request every `intervalUs`, answer or not, would have measured: every latency corrected for coordinated omission. */
  correctedFor(intervalUs: number): LatencyHistogram {
    const corrected = new LatencyHistogram();
    for (const { toUs, count } of this.buckets()) {
      corrected.recordValueWithExpectedInterval(Math.min(this.maxUs, Math.max(this.minUs, toUs - 1)), intervalUs, count);
    }
    return corrected;
  }

  /** Adds what another histogram counted; the result is as if all had been recorded here. */
  add(other: Latencies): void {
    if (other.count === 0) return;
    const { buckets } = other;
    let bucket = 0;
    for (let i = 0; i + 1 < buckets.length; i += 2) {
      bucket += buckets[i] as number;
      if (!(bucket >= 0 && bucket < BUCKETS)) {
        throw new PlateauError("VALUE_OUT_OF_RANGE", `a latency bucket must be 0..${BUCKETS - 1}; got ${bucket}`);
      }
      (this.counts[bucket] as number) += buckets[i + 1] as number;
      if (bucket < this.first) this.first = bucket;
      if (bucket > this.last) this.last = bucket;
    }
    this.minUs = this.count === 0 ? other.minUs : Math.min(this.minUs, other.minUs);
    this.maxUs = Math.max(this.maxUs, other.maxUs);
    this.count += other.count;
    this.sumUs += other.sumUs;
    this.sumOfSquaresUs2 += other.sumOfSquaresUs2;
  }

  /** Back to empty; costs only what was touched. */
  reset(): void {
    if (this.last >= 0) this.counts.fill(0, this.first, this.last + 1);
    this.first = BUCKETS;
    this.last = -1;
    this.count = this.sumUs = this.sumOfSquaresUs2 = this.minUs = this.maxUs = 0;
  }

  /**
   * The latency that a fraction p (0..1) of all stayed at or below, µs; NaN when empty. HdrHistogram's definition: the highest
   * value of the bucket that holds the observation of rank ceil(p · count); at p = 0 its lowest. Never outside min..max.
   * @throws PlateauError VALUE_OUT_OF_RANGE if p is outside 0..1
   */
  quantile(p: number): number {
    if (!(p >= 0 && p <= 1)) throw new PlateauError("VALUE_OUT_OF_RANGE", `a quantile must be 0..1; got ${p}`);
    if (this.count === 0) return Number.NaN;
    if (p === 0) return this.minUs;
    // 0.55 · 100 is 55.00000000000001 in doubles, whose ceiling is the next rank: step back by one part in 10^12.
    const rank = Math.max(1, Math.ceil(p * this.count * (1 - 1e-12)));
    let seen = 0;
    for (let bucket = this.first; bucket < this.last; bucket++) {
      seen += this.counts[bucket] as number;
      if (seen >= rank) return Math.min(this.maxUs, Math.max(this.minUs, lowestOf(bucket + 1) - 1));
    }
    return this.maxUs;
  }

  /** Arithmetic mean, µs, exact; NaN when empty. */
  get meanUs(): number {
    return this.count === 0 ? Number.NaN : this.sumUs / this.count;
  }

  /** Standard deviation with n − 1, µs, from the exact sums; 0 for one value, NaN when empty. */
  get stdevUs(): number {
    if (this.count < 2) return this.count === 1 ? 0 : Number.NaN;
    const aroundMean = this.sumOfSquaresUs2 - this.sumUs * (this.sumUs / this.count);
    return Math.sqrt(Math.max(0, aroundMean) / (this.count - 1));
  }

  /** Buckets that are not empty, from the shortest latency to the longest. */
  *buckets(): Generator<LatencyBucket> {
    for (let bucket = this.first; bucket <= this.last; bucket++) {
      const count = this.counts[bucket] as number;
      if (count > 0) yield { fromUs: lowestOf(bucket), toUs: lowestOf(bucket + 1), count };
    }
  }

  /** The form that is stored and sent: bucket (as distance from the one before, the first from 0), count, ... */
  toLatencies(): Latencies {
    const buckets: number[] = [];
    let before = 0;
    for (let bucket = this.first; bucket <= this.last; bucket++) {
      const count = this.counts[bucket] as number;
      if (count === 0) continue;
      buckets.push(bucket - before, count);
      before = bucket;
    }
    const { count, sumUs, sumOfSquaresUs2, minUs, maxUs } = this;
    return { buckets, count, sumUs, sumOfSquaresUs2, minUs, maxUs };
  }
}

/** `us` is a whole number, 0..HIGHEST_US. The doubling it lies in is the number of bits it has beyond the first 11. */
function bucketOf(us: number): number {
  const doubling = 32 - SUB_BUCKET_BITS - Math.clz32(us | SUB_BUCKET_MASK);
  return (doubling << HALF_BITS) + (us >>> doubling);
}

/** The lowest latency a bucket holds, µs: the inverse of bucketOf. */
function lowestOf(bucket: number): number {
  if (bucket < HALF * 2) return bucket;
  const doubling = (bucket >>> HALF_BITS) - 1;
  return ((bucket & (HALF - 1)) + HALF) << doubling;
}
