import { unreadable } from "./unreadable.ts";

/**
 * Parses the text of /proc/vmstat: pages swapped in and out since boot, added up.
 * @throws PlateauError PROBE_UNREADABLE if pswpin or pswpout is missing (a kernel built without swap)
 */
export function parseVmstat(text: string): number {
  const pages = (label: string): number => {
    const found = new RegExp(`^${label} (\\d+)$`, "m").exec(text);
    if (!found) throw unreadable("/proc/vmstat", `a line "${label} <number>"`, text);
    return Number(found[1]);
  };
  return pages("pswpin") + pages("pswpout");
}
