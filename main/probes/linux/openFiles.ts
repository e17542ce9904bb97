import type { Backend } from "../../../app/model/sample.ts";
import { Pace } from "../pace.ts";
import type { ProcFolder } from "./procFolder.ts";
import { readSockets } from "./sockets.ts";
import { ESTABLISHED, LISTEN, printEndpoint, type TcpSocket } from "./tcpSockets.ts";

/** What the target has open, and whom it is connected to. */
export interface OpenFiles {
  readonly openFiles: number;
  readonly backends: Backend[] | null;
}

/** How long a socket's state is believed without looking, ms: it may be half closed by its peer. */
const BELIEVED_MS = 5000;

/**
 * Counts the open files of all the target's processes and groups its established connections by remote address.
 * The kernel walks its whole hash of connections for one look at /proc/net/tcp (6 ms on a machine of 24 GB, however few
 * there are), so what is known of a socket is kept, and a look is taken only for sockets never seen or seen long ago.
 */
export class OpenFilesReader {
  readonly #proc: ProcFolder;
  readonly #port: number | null;
  readonly #pace = new Pace({ beatMs: 1000, costShare: 0.005 });
  #sockets: ReadonlyMap<number, TcpSocket | null> | null = null; // by inode; null: not a TCP socket
  #lookedMs = Number.NEGATIVE_INFINITY;

  /** `port`: the one the target is loaded on; connections to it are clients, whoever of the target listens. */
  constructor(proc: ProcFolder, port: number | null) {
    this.#proc = proc;
    this.#port = port;
  }

  /** Null when the files of one process cannot be read (another user's): a part would be taken for the whole. */
  read(pids: readonly number[], nowMs: number): OpenFiles | null {
    const inodes = new Set<number>();
    let openFiles = 0;
    for (const pid of pids) {
      try {
        const fds = this.#proc.fds(pid);
        openFiles += fds.length;
        for (const fd of fds) {
          const inode = this.#proc.socketInode(pid, fd);
          if (inode !== null) inodes.add(inode);
        }
      } catch (error) {
        if (isGone(error)) continue;
        return null;
      }
    }
    this.#look(pids[0], inodes, nowMs);
    return { openFiles, backends: this.#sockets && backends(this.#sockets, inodes, this.#port) };
  }

  #look(pid: number | undefined, inodes: ReadonlySet<number>, nowMs: number): void {
    if (pid === undefined) return;
    const known = this.#sockets;
    const isNew = known === null || [...inodes].some((inode) => !known.has(inode));
    if (!isNew && nowMs - this.#lookedMs < BELIEVED_MS) return;
    this.#pace.run(nowMs, () => {
      const found = readSockets(this.#proc, pid, (_, inode) => inodes.has(inode));
      this.#lookedMs = nowMs;
      if (found === null) return;
      const byInode = new Map(found.map((socket) => [socket.inode, socket]));
      this.#sockets = new Map([...inodes].map((inode) => [inode, byInode.get(inode) ?? null]));
    });
  }
}

/**
 * The established connections that are the target's own doing, by remote address, the most used first. Those on a port it
 * listens on are its clients. Connections over a Unix socket have no address and are not seen.
 */
function backends(sockets: ReadonlyMap<number, TcpSocket | null>, open: ReadonlySet<number>, port: number | null): Backend[] {
  const own = [...sockets.values()].filter((socket) => socket !== null).filter((socket) => open.has(socket.inode));
  const served = new Set(own.filter((socket) => socket.state === LISTEN).map((socket) => socket.local.port));
  if (port !== null) served.add(port);
  const counts = new Map<string, number>();
  for (const socket of own) {
    if (socket.state !== ESTABLISHED || served.has(socket.local.port)) continue;
    const address = printEndpoint(socket.remote);
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return [...counts].map(([address, connections]) => ({ address, connections })).sort((a, b) => b.connections - a.connections);
}

function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ESRCH";
}
