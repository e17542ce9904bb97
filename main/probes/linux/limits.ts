import { unreadable } from "./unreadable.ts";

/**
 * Parses the text of /proc/PID/limits: the soft limit of open files; Infinity if there is none.
 * @throws PlateauError PROBE_UNREADABLE if the line "Max open files" is missing
 */
export function parseLimits(text: string): number {
  const found = /^Max open files\s+(\d+|unlimited)\s/m.exec(text);
  if (!found) throw unreadable("/proc/PID/limits", 'a line "Max open files"', text);
  return found[1] === "unlimited" ? Number.POSITIVE_INFINITY : Number(found[1]);
}
