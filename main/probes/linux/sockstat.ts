import { unreadable } from "./unreadable.ts";

/**
 * Parses the text of /proc/net/sockstat: sockets in TIME_WAIT at this instant, IPv4 and IPv6 together.
 * @throws PlateauError PROBE_UNREADABLE if the TCP line has no "tw"
 */
export function parseSockstat(text: string): number {
  const found = /^TCP: .*\btw (\d+)/m.exec(text);
  if (!found) throw unreadable("/proc/net/sockstat", 'a line "TCP: … tw <number>"', text);
  return Number(found[1]);
}
