/** Numbers from 0 up to, not including, 1. */
export type Random = () => number;

/**
 * A stream of random numbers that a seed repeats exactly. Streams of the same seed with other `stream` numbers (a level, a
 * connection) are independent, so that what one connection draws does not depend on what the others do, nor on the threads they
 * are spread over.
 *
 * xoshiro128** (David Blackman, Sebastiano Vigna, "Scrambled linear pseudorandom number generators", 2021; https://prng.di.unimi.it),
 * period 2^128 - 1; its state is hashed from seed and stream numbers. Two draws of 32 bits make one double of 53, as in MT19937's genrand_res53.
 */
export function seededRandom(seed: number, ...stream: readonly number[]): Random {
  const key = [seed, ...stream];
  const next = xoshiro128([0, 1, 2, 3].map((word) => murmur3(key, word)));
  return () => ((next() >>> 5) * 67_108_864 + (next() >>> 6)) / 9_007_199_254_740_992;
}

/** Whole numbers of 32 bits. `state`: four words, not all 0; an all-zero state, which would stay 0, becomes 1. */
export function xoshiro128(state: readonly number[]): () => number {
  let [a = 0, b = 0, c = 0, d = 0] = state;
  if ((a | b | c | d) === 0) a = 1;
  return () => {
    const drawn = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotated(d, 11);
    return drawn;
  };
}

/** MurmurHash3, 32 bits (Austin Appleby, public domain), of 32-bit words. */
export function murmur3(words: readonly number[], seed: number): number {
  let hash = seed | 0;
  for (const word of words) {
    hash ^= Math.imul(rotated(Math.imul(word | 0, 0xcc9e2d51), 15), 0x1b873593);
    hash = (Math.imul(rotated(hash, 13), 5) + 0xe6546b64) | 0;
  }
  hash ^= words.length * 4;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
