import { orNull, type ProcFolder } from "./procFolder.ts";
import { parseTcpSockets, type TcpSocket, type Wanted } from "./tcpSockets.ts";

/**
 * The TCP sockets, v4 and v6, of the network namespace a process lives in (a container has its own).
 * Null if neither table can be read; a machine without IPv6 has only the first.
 */
export function readSockets(proc: ProcFolder, pid: number | "self", wanted: Wanted): TcpSocket[] | null {
  const table = (name: string) => orNull(() => parseTcpSockets(proc.text(`${pid}/net/${name}`), wanted));
  const v4 = table("tcp");
  const v6 = table("tcp6");
  return v4 === null && v6 === null ? null : [...(v4 ?? []), ...(v6 ?? [])];
}
