import { Pace } from "../pace.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";
import { unreadable } from "./unreadable.ts";

/** How many local ports there are, and how many are taken towards the one address and port that has the most. */
export interface LocalPorts {
  readonly available: number;
  readonly inUse: number | null;
}

const BEAT_MS = 2000;
const COST_SHARE = 0.001; // of a core: the whole table of sockets is read, and ports fill up over many seconds

/**
 * Watches the ephemeral ports. The same local port can serve connections to different addresses, so a shortage is one
 * towards one address and port, and counts sockets in TIME_WAIT as well. Of this process's network namespace.
 */
export class LocalPortsReader {
  readonly #proc: ProcFolder;
  readonly #pace = new Pace({ beatMs: BEAT_MS, costShare: COST_SHARE });
  #last: LocalPorts | null = null;

  constructor(proc: ProcFolder) {
    this.#proc = proc;
  }

  /** Between two beats the last answer holds. Null if the range cannot be read. */
  read(nowMs: number): LocalPorts | null {
    this.#pace.run(nowMs, () => {
      const range = orNull(() => parsePortRange(this.#proc.text("sys/net/ipv4/ip_local_port_range")));
      const counts = ["tcp", "tcp6"].map((table) => range && orNull(() => portsInUse(this.#proc.text(`net/${table}`), range)));
      const known = counts.filter((count) => count !== null);
      this.#last = range && { available: range.last - range.first + 1, inUse: known.length === 0 ? null : Math.max(...known) };
    });
    return this.#last;
  }
}

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Parses the text of /proc/sys/net/ipv4/ip_local_port_range.
 * @throws PlateauError PROBE_UNREADABLE if it is not two numbers
 */
export function parsePortRange(text: string): PortRange {
  const found = /^(\d+)\s+(\d+)\s*$/.exec(text);
  if (!found) throw unreadable("ip_local_port_range", "two numbers", text);
  return { first: Number(found[1]), last: Number(found[2]) };
}

const LISTENING = "0A";

/**
 * Of the text of /proc/net/tcp or tcp6: the most local ports of the range that one local address has open to one remote address and
 * port. The addresses are not decoded: equal ones are written alike.
 * @throws PlateauError PROBE_UNREADABLE if the heading is unknown
 */
export function portsInUse(text: string, { first, last }: PortRange): number {
  if (!text.slice(0, text.indexOf("\n")).includes("local_address"))
    throw unreadable("/proc/net/tcp", 'a heading with "local_address"', text);
  const counts = new Map<string, number>();
  let most = 0;
  for (let from = text.indexOf("\n") + 1; from > 0 && from < text.length; from = text.indexOf("\n", from) + 1) {
    const start = text.indexOf(": ", from) + 2;
    const end = text.indexOf(" ", start);
    const width = end - start; // 13 in tcp, 37 in tcp6
    const port = Number.parseInt(text.slice(end - 4, end), 16);
    if (port < first || port > last || text.slice(end + width + 2, end + width + 4) === LISTENING) continue;
    const pair = text.slice(start, end - 4) + text.slice(end + 1, end + 1 + width);
    const count = (counts.get(pair) ?? 0) + 1;
    counts.set(pair, count);
    if (count > most) most = count;
  }
  return most;
}
