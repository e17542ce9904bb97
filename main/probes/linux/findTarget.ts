import { statSync } from "node:fs";
import { resolve } from "node:path";
import { nearestTheRoot, readProcessTable } from "./processTable.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";
import { readSockets } from "./sockets.ts";
import { LISTEN, type TcpSocket } from "./tcpSockets.ts";
import { parseUnixListeners } from "./unixSockets.ts";

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
  return ownersOf(proc, new Set(mostSpecific(listening).map((socket) => socket.inode)), ownPid);
}

/**
 * The same for a Unix socket. Empty too when two sockets were bound to the path, one after the other: which of them is there now the
 * kernel's table does not tell. A server in a container has a table of its own and is not seen.
 */
export function findUnixListeners(proc: ProcFolder, socketPath: string, ownPid: number): number[] {
  const listeners = orNull(() => parseUnixListeners(proc.text("self/net/unix"))) ?? [];
  const found = listeners.filter(({ path, inode }) =>
    path.startsWith("/")
      ? isSameFile(path, socketPath)
      : processesWith(proc, new Set([inode])).some((pid) => isSameFile(resolve(proc.workingFolder(pid) ?? "/", path), socketPath)),
  );
  const inodes = new Set(found.map(({ inode }) => inode));
  return inodes.size === 1 ? ownersOf(proc, inodes, ownPid) : [];
}

function ownersOf(proc: ProcFolder, inodes: ReadonlySet<number>, ownPid: number): number[] {
  if (inodes.size === 0) return [];
  const table = readProcessTable(proc);
  const owners = processesWith(proc, inodes, [...table.keys()]);
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

function processesWith(proc: ProcFolder, inodes: ReadonlySet<number>, pids: readonly number[] = proc.pids()): number[] {
  return pids.filter((pid) => owns(proc, pid, inodes));
}

function owns(proc: ProcFolder, pid: number, inodes: ReadonlySet<number>): boolean {
  try {
    return proc.fds(pid).some((fd) => inodes.has(proc.socketInode(pid, fd) ?? -1));
  } catch {
    return false; // another user's, or ended meanwhile
  }
}

/** By another name too: /var/run is a link to /run on many systems. */
function isSameFile(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [a, b].map((path) => orNull(() => statSync(path)));
  return one != null && other != null && one.dev === other.dev && one.ino === other.ino;
}
