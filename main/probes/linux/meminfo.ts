import { unreadable } from "./unreadable.ts";

/** Memory of the host, bytes. */
export interface Meminfo {
  readonly usedBytes: number; // total − available: the cache that can be given back is not "used"
  readonly availableBytes: number; // what programs can still have without swapping, the kernel's own estimate
  readonly swapUsedBytes: number;
}

/**
 * Parses the text of /proc/meminfo, see proc_meminfo(5); its "kB" are 1024 bytes.
 * @throws PlateauError PROBE_UNREADABLE if one of the four lines is missing (MemAvailable: before Linux 3.14)
 */
export function parseMeminfo(text: string): Meminfo {
  const bytes = (label: string): number => {
    const found = new RegExp(`^${label}:\\s+(\\d+) kB$`, "m").exec(text);
    if (!found) throw unreadable("/proc/meminfo", `a line "${label}: <number> kB"`, text);
    return Number(found[1]) * 1024;
  };
  const availableBytes = bytes("MemAvailable");
  return { usedBytes: bytes("MemTotal") - availableBytes, availableBytes, swapUsedBytes: bytes("SwapTotal") - bytes("SwapFree") };
}
