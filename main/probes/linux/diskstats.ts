import { unreadable } from "./unreadable.ts";

/** One disk since boot. */
export interface Disk {
  readonly reads: number; // requests completed
  readonly writes: number;
  readonly readBytes: number;
  readonly writtenBytes: number;
  readonly busyMs: number; // with at least one request under way
  readonly queuedMs: number; // summed over requests: divided by time, the requests under way
}

const SECTOR_BYTES = 512; // whatever the disk's own sector is

/** Made of memory, of files or of other disks, whose own lines count the same bytes. */
const LAYER = /^(loop|ram|zram|dm-|md|drbd|bcache|sr|fd)\d/;

/**
 * Parses the text of /proc/diskstats (Documentation/admin-guide/iostats.rst): the disks of this machine by name. Partitions
 * are left out, known by having the name of another line before their number ("sda1", "nvme0n1p1").
 * @throws PlateauError PROBE_UNREADABLE if a line has fewer than 14 words or a counter is not a number
 */
export function parseDiskstats(text: string): Map<string, Disk> {
  const rows = text
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([first]) => first !== "");
  const names = new Set(rows.map(([, , name = ""]) => name));
  const disks = new Map<string, Disk>();
  for (const [, , name = "", ...fields] of rows) {
    const numbers = fields.slice(0, 11).map(Number);
    if (numbers.length < 11 || !numbers.every(Number.isFinite)) throw unreadable("/proc/diskstats", "a name and 11 numbers", name);
    const [reads = 0, , sectorsRead = 0, , writes = 0, , sectorsWritten = 0, , , busyMs = 0, queuedMs = 0] = numbers;
    if (LAYER.test(name) || isPartition(name, names)) continue;
    disks.set(name, {
      reads,
      writes,
      readBytes: sectorsRead * SECTOR_BYTES,
      writtenBytes: sectorsWritten * SECTOR_BYTES,
      busyMs,
      queuedMs,
    });
  }
  return disks;
}

/** A disk whose name ends in a digit puts a "p" before the partition's number (block/partitions/core.c). */
function isPartition(name: string, names: ReadonlySet<string>): boolean {
  const whole = /^(.*\d)p\d+$/.exec(name)?.[1] ?? /^(.*\D)\d+$/.exec(name)?.[1];
  return whole !== undefined && names.has(whole);
}
