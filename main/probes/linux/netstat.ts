import { unreadable } from "./unreadable.ts";

/** Connections the kernel refused for a full accept queue, since boot. */
export interface Netstat {
  readonly listenOverflows: number; // accept queue full
  readonly listenDrops: number; // overflows and every other reason to drop a SYN or the last ACK of a handshake
}

/**
 * Parses the text of /proc/net/netstat: pairs of lines, the names and the values, each beginning with its group.
 * @throws PlateauError PROBE_UNREADABLE if the TcpExt pair or one of the two names is missing
 */
export function parseNetstat(text: string): Netstat {
  const [names, values] = text.split("\n").filter((line) => line.startsWith("TcpExt:"));
  if (names === undefined || values === undefined) throw unreadable("/proc/net/netstat", 'two lines "TcpExt:"', text);
  const labels = names.split(" ");
  const numbers = values.split(" ");
  const counter = (label: string): number => {
    const value = Number(numbers[labels.indexOf(label)]);
    if (!Number.isFinite(value)) throw unreadable("/proc/net/netstat", `a number for ${label}`, values);
    return value;
  };
  return { listenOverflows: counter("ListenOverflows"), listenDrops: counter("ListenDrops") };
}
