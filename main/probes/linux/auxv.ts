import { unreadable } from "./unreadable.ts";

/** The two kernel constants that procfs counts in. */
export interface KernelUnits {
  readonly pageBytes: number; // 4096 on x86, 16384 or 65536 on some ARM
  readonly ticksPerSecond: number; // USER_HZ, 100 almost everywhere
}

const AT_PAGESZ = 6n;
const AT_CLKTCK = 17n;

/**
 * Parses /proc/self/auxv of a 64-bit little-endian process: pairs of (type, value), see getauxval(3).
 * Read here because Node has no sysconf(3), and a wrong page size would be off by a factor of 16.
 * @throws PlateauError PROBE_UNREADABLE if one of the two values is missing
 */
export function parseAuxv(bytes: Buffer): KernelUnits {
  const values = new Map<bigint, number>();
  for (let at = 0; at + 16 <= bytes.length; at += 16) values.set(bytes.readBigUInt64LE(at), Number(bytes.readBigUInt64LE(at + 8)));
  const pageBytes = values.get(AT_PAGESZ);
  const ticksPerSecond = values.get(AT_CLKTCK);
  if (!pageBytes || !ticksPerSecond) throw unreadable("/proc/self/auxv", "a page size and a clock tick", bytes.toString("hex"));
  return { pageBytes, ticksPerSecond };
}
