import { unreadable } from "./unreadable.ts";

/** State of a socket as /proc/net/tcp counts them (include/net/tcp_states.h); the others are not asked for. */
export const ESTABLISHED = 0x01;
export const TIME_WAIT = 0x06;
export const LISTEN = 0x0a;

export interface Endpoint {
  readonly ip: string; // "127.0.0.1", "::1"; a v4-mapped v6 address is printed as v4
  readonly port: number;
}

export interface TcpSocket {
  readonly state: number;
  readonly local: Endpoint;
  readonly remote: Endpoint;
  readonly inode: number; // 0 in TIME_WAIT: no process owns it any more
}

/** Says before the addresses are decoded whether a line is wanted: a busy host has tens of thousands in TIME_WAIT. */
export type Wanted = (state: number, inode: number) => boolean;

/**
 * Parses the text of /proc/net/tcp or /proc/net/tcp6 of a little-endian machine, see proc_pid_net(5).
 * The kernel writes the table page by page, so a socket may come twice while the table changes: the last one stays.
 * @throws PlateauError PROBE_UNREADABLE if the heading or a line has an unknown shape
 */
export function parseTcpSockets(text: string, wanted: Wanted = () => true): TcpSocket[] {
  const lines = text.split("\n");
  if (!lines[0]?.includes("local_address")) throw unreadable("/proc/net/tcp", 'a heading with "local_address"', lines[0]);
  const sockets = new Map<string, TcpSocket>();
  for (const line of lines.slice(1)) {
    if (line === "") continue;
    const start = line.indexOf(": ") + 2; // "   0: 0100007F:1F90 00000000:0000 0A …"; the number's width grows past 9999
    const width = line.indexOf(" ", start) - start; // 13 in tcp, 37 in tcp6
    const state = Number.parseInt(line.slice(start + 2 * width + 2, start + 2 * width + 4), 16);
    const inode = inodeOf(line, start + 2 * width + 5);
    if (start < 2 || (width !== 13 && width !== 37) || Number.isNaN(state) || Number.isNaN(inode)) {
      throw unreadable("/proc/net/tcp", "number, local, remote, state, queues, timers, uid, timeout, inode", line);
    }
    if (!wanted(state, inode)) continue;
    const local = line.slice(start, start + width);
    const remote = line.slice(start + width + 1, start + 2 * width + 1);
    sockets.set(`${local} ${remote} ${inode}`, { state, local: endpoint(local), remote: endpoint(remote), inode });
  }
  return [...sockets.values()];
}

/** "10.0.0.5:5432", "[::1]:5432". */
export function printEndpoint({ ip, port }: Endpoint): string {
  return ip.includes(":") ? `[${ip}]:${port}` : `${ip}:${port}`;
}

/** The sixth word after the state: tx:rx, tr:when, retransmits, uid, timeout, inode. */
function inodeOf(line: string, from: number): number {
  const words = line.slice(from).trim().split(/\s+/, 6);
  return words.length === 6 ? Number(words[5]) : Number.NaN;
}

function endpoint(hex: string): Endpoint {
  const colon = hex.length - 5;
  return { ip: ip(hex.slice(0, colon)), port: Number.parseInt(hex.slice(colon + 1), 16) };
}

/** The kernel prints each 32-bit word in the machine's own byte order: 0100007F is 127.0.0.1. */
function ip(hex: string): string {
  const bytes = Buffer.from(hex, "hex");
  if (bytes.length !== 4 && bytes.length !== 16) throw unreadable("/proc/net/tcp", "an address of 8 or 32 hex digits", hex);
  bytes.swap32();
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, at) => bytes.readUInt16BE(at * 2));
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) return bytes.subarray(12).join(".");
  const text = groups.map((group) => group.toString(16)).join(":");
  return new URL(`http://[${text}]`).hostname.slice(1, -1); // the shortest writing, RFC 5952
}
