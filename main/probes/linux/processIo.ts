import { perSecond } from "../rate.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";
import { unreadable } from "./unreadable.ts";

/** What a process caused to be fetched from and sent to disks since it began, bytes. */
export interface ProcessIo {
  readonly readBytes: number;
  readonly writtenBytes: number;
}

/**
 * Parses the text of /proc/PID/io, see proc_pid_io(5): read_bytes and write_bytes, which leave the page cache out.
 * @throws PlateauError PROBE_UNREADABLE if one of the two lines is missing
 */
export function parseProcessIo(text: string): ProcessIo {
  const read = /^read_bytes: (\d+)$/m.exec(text);
  const written = /^write_bytes: (\d+)$/m.exec(text);
  if (!read || !written) throw unreadable("/proc/PID/io", "read_bytes and write_bytes", text);
  return { readBytes: Number(read[1]), writtenBytes: Number(written[1]) };
}

export interface IoReading {
  readonly atMs: number;
  readonly byPid: ReadonlyMap<number, ProcessIo>;
}

/** Another user's are not readable: left out, as are processes that have ended. */
export function readProcessIo(proc: ProcFolder, pids: readonly number[], atMs: number): IoReading {
  const known = pids.map((pid) => [pid, orNull(() => parseProcessIo(proc.text(`${pid}/io`)))] as const);
  return { atMs, byPid: new Map(known.filter((entry): entry is [number, ProcessIo] => entry[1] !== null)) };
}

/** Bytes per second of the processes in both readings; null if there is none. */
export function ioRates(before: IoReading | null, after: IoReading): { read: number; written: number } | null {
  const pairs = [...after.byPid].flatMap(([pid, now]) => {
    const earlier = before?.byPid.get(pid);
    return earlier ? [{ earlier, now }] : [];
  });
  const intervalMs = after.atMs - (before?.atMs ?? after.atMs);
  const rate = (key: keyof ProcessIo): number | null => {
    const grown = pairs.map(({ earlier, now }) => Math.max(0, now[key] - earlier[key]));
    return perSecond(0, grown.length === 0 ? null : grown.reduce((sum, bytes) => sum + bytes, 0), intervalMs);
  };
  const [read, written] = [rate("readBytes"), rate("writtenBytes")];
  return read === null || written === null ? null : { read, written };
}
