import type { Backend } from "../../../app/model/sample.ts";
import type { ProcFolder } from "./procFolder.ts";
import { readSockets } from "./sockets.ts";
import { ESTABLISHED, LISTEN, printEndpoint } from "./tcpSockets.ts";

/** What the target has open, and whom it is connected to. */
export interface OpenFiles {
  readonly openFiles: number;
  readonly backends: Backend[] | null;
}

/**
 * Counts the open files of all the target's processes and groups its established connections by remote address, the most
 * used first. Connections on a port it listens on are its clients, not its backends. Connections over a Unix socket have
 * no address and are not seen.
 * Null when the files of one process cannot be read (another user's): a part would be taken for the whole.
 */
export function readOpenFiles(proc: ProcFolder, pids: readonly number[], port: number | null): OpenFiles | null {
  const inodes = new Set<number>();
  let openFiles = 0;
  for (const pid of pids) {
    try {
      const fds = proc.fds(pid);
      openFiles += fds.length;
      for (const fd of fds) {
        const inode = proc.socketInode(pid, fd);
        if (inode !== null) inodes.add(inode);
      }
    } catch (error) {
      if (isGone(error)) continue;
      return null;
    }
  }
  return { openFiles, backends: backends(proc, pids[0], inodes, port) };
}

function backends(proc: ProcFolder, pid: number | undefined, inodes: ReadonlySet<number>, port: number | null): Backend[] | null {
  if (pid === undefined) return null;
  const sockets = readSockets(proc, pid, (state, inode) => (state === ESTABLISHED || state === LISTEN) && inodes.has(inode));
  if (sockets === null) return null;
  const served = new Set(sockets.filter((socket) => socket.state === LISTEN).map((socket) => socket.local.port));
  if (port !== null) served.add(port);
  const counts = new Map<string, number>();
  for (const { state, local, remote } of sockets) {
    if (state !== ESTABLISHED || served.has(local.port)) continue;
    const address = printEndpoint(remote);
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return [...counts].map(([address, connections]) => ({ address, connections })).sort((a, b) => b.connections - a.connections);
}

function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ESRCH";
}
