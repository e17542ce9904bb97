import { nearestTheRoot, readProcessTable } from "./processTable.ts";
import type { ProcFolder } from "./procFolder.ts";
import { readSockets } from "./sockets.ts";
import { LISTEN, type TcpSocket } from "./tcpSockets.ts";

/**
 * The processes that listen on a port, those nearest the root of the process tree only: the first one names the target,
 * the others are separate processes on the same port (SO_REUSEPORT) and belong to it as well. Empty if nobody listens, or
 * the owner is another user's.
 *
 * A socket handed down on fork has many owners; the common ancestor among them is the one that has none above it.
 * `ownPid`, Plateau itself, is chosen only if it is the sole owner: a listener it began may have inherited its sockets.
 */
export function findListeners(proc: ProcFolder, port: number, ownPid: number): number[] {
  const listening = (readSockets(proc, "self", (state) => state === LISTEN) ?? []).filter((socket) => socket.local.port === port);
  const inodes = new Set(mostSpecific(listening).map((socket) => socket.inode));
  if (inodes.size === 0) return [];
  const table = readProcessTable(proc);
  const owners = [...table.keys()].filter((pid) => owns(proc, pid, inodes));
  const others = owners.filter((pid) => pid !== ownPid);
  return nearestTheRoot(table, others.length > 0 ? others : owners).sort((a, b) => a - b);
}

/**
 * Two services may share a port number on different addresses. A request to this machine reaches the one bound to
 * loopback before one bound to every address.
 */
function mostSpecific(sockets: readonly TcpSocket[]): readonly TcpSocket[] {
  const loopback = sockets.filter(({ local }) => local.ip.startsWith("127.") || local.ip === "::1");
  return loopback.length > 0 ? loopback : sockets;
}

function owns(proc: ProcFolder, pid: number, inodes: ReadonlySet<number>): boolean {
  try {
    return proc.fds(pid).some((fd) => inodes.has(proc.socketInode(pid, fd) ?? -1));
  } catch {
    return false; // another user's, or ended meanwhile
  }
}
