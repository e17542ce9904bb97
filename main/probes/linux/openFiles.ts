import type { Backend } from "../../../app/model/sample.ts";
import { Pace } from "../pace.ts";
import { parseLimits } from "./limits.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";
import { readSockets } from "./sockets.ts";
import { ESTABLISHED, LISTEN, printEndpoint, type TcpSocket } from "./tcpSockets.ts";

/** What the target has open, and whom it is connected to. */
export interface OpenFiles {
  readonly openFiles: number;
  readonly fullest: FileUse | null; // null: no limit is known
  readonly backends: Backend[] | null;
  readonly clientsByPid: ReadonlyMap<number, number> | null; // connections from clients that each process holds
}

/** How near one process is to its limit of open files. */
export interface FileUse {
  readonly openFiles: number;
  readonly limit: number;
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
  readonly #limits = new Map<number, number | null>(); // by pid; read once, a program sets its own when it begins

  /** `port`: the one the target is loaded on; connections to it are clients, whoever of the target listens. */
  constructor(proc: ProcFolder, port: number | null) {
    this.#proc = proc;
    this.#port = port;
  }

  /** Null when the files of one process cannot be read (another user's): a part would be taken for the whole. */
  read(pids: readonly number[], nowMs: number): OpenFiles | null {
    const inodesOf = new Map<number, number[]>();
    let openFiles = 0;
    let fullest: FileUse | null = null;
    for (const pid of pids) {
      try {
        const fds = this.#proc.fds(pid);
        openFiles += fds.length;
        fullest = fuller(fullest, { openFiles: fds.length, limit: this.#limitOf(pid) });
        const inodes = fds.map((fd) => this.#proc.socketInode(pid, fd)).filter((inode) => inode !== null);
        inodesOf.set(pid, inodes);
      } catch (error) {
        if (isGone(error)) continue;
        return null;
      }
    }
    const open = new Set([...inodesOf.values()].flat());
    this.#look(pids[0], open, nowMs);
    const sockets = this.#sockets && [...this.#sockets.values()].filter((socket) => socket !== null).filter(({ inode }) => open.has(inode));
    return { openFiles, fullest, backends: null, clientsByPid: null, ...(sockets && peers(sockets, inodesOf, this.#port)) };
  }

  #limitOf(pid: number): number {
    const known = this.#limits.get(pid) ?? orNull(() => parseLimits(this.#proc.text(`${pid}/limits`)));
    this.#limits.set(pid, known);
    return known ?? Number.POSITIVE_INFINITY;
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
 * The established connections that are the target's own doing, by remote address, the most used first; those on a port it listens on
 * are its clients, counted by the process that holds them. Connections over a Unix socket have no address and are not seen.
 */
function peers(
  sockets: readonly TcpSocket[],
  inodesOf: ReadonlyMap<number, readonly number[]>,
  port: number | null,
): Pick<OpenFiles, "backends" | "clientsByPid"> {
  const served = new Set(sockets.filter((socket) => socket.state === LISTEN).map((socket) => socket.local.port));
  if (port !== null) served.add(port);
  const counts = new Map<string, number>();
  const clients = new Set<number>();
  for (const socket of sockets) {
    if (socket.state !== ESTABLISHED) continue;
    if (served.has(socket.local.port)) clients.add(socket.inode);
    else counts.set(printEndpoint(socket.remote), (counts.get(printEndpoint(socket.remote)) ?? 0) + 1);
  }
  return {
    backends: [...counts].map(([address, connections]) => ({ address, connections })).sort((a, b) => b.connections - a.connections),
    clientsByPid: new Map([...inodesOf].map(([pid, inodes]) => [pid, inodes.filter((inode) => clients.has(inode)).length])),
  };
}

function fuller(one: FileUse | null, other: FileUse): FileUse | null {
  if (other.limit === Number.POSITIVE_INFINITY) return one;
  return one !== null && one.openFiles / one.limit >= other.openFiles / other.limit ? one : other;
}

function isGone(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === "ENOENT" || code === "ESRCH";
}
