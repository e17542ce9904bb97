import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from "node:fs";

const PIECE_BYTES = 600; // four lines of a socket table

/** What the probes need of /proc, under any root: tests pass a captured tree. Every method throws what node:fs throws. */
export class ProcFolder {
  readonly root: string;

  constructor(root = "/proc") {
    this.root = root;
  }

  text(path: string): string {
    return readFileSync(`${this.root}/${path}`, "utf8");
  }

  /** As much of a text as it takes until `enough` says so, in reads so short that the kernel prints little more than asked for. */
  textUntil(path: string, enough: (text: string) => boolean): string {
    const file = openSync(`${this.root}/${path}`, "r");
    const piece = Buffer.alloc(PIECE_BYTES);
    let text = "";
    try {
      for (let length = -1; length !== 0 && !enough(text); text += piece.toString("latin1", 0, length)) length = readSync(file, piece);
      return text;
    } finally {
      closeSync(file);
    }
  }

  bytes(path: string): Buffer {
    return readFileSync(`${this.root}/${path}`);
  }

  /** Every process this user can see. */
  pids(): number[] {
    return numbers(readdirSync(this.root));
  }

  names(path: string): string[] {
    return readdirSync(`${this.root}/${path}`);
  }

  /** Whether a process sees the same network as this one; a container's does not. */
  sharesNetwork(pid: number): boolean {
    const network = (of: number | "self"): string | null => orNull(() => readlinkSync(`${this.root}/${of}/ns/net`));
    return network(pid) !== null && network(pid) === network("self");
  }

  threads(pid: number): number[] {
    return numbers(readdirSync(`${this.root}/${pid}/task`));
  }

  /** Open files of a process; fails with EACCES for a process of another user. */
  fds(pid: number): number[] {
    return numbers(readdirSync(`${this.root}/${pid}/fd`));
  }

  /** Null for a process of another user, or one that ended. */
  workingFolder(pid: number): string | null {
    return orNull(() => readlinkSync(`${this.root}/${pid}/cwd`));
  }

  /** What an open file points to, "/var/log/x", "pipe:[77]"; null if it was closed or is another user's. */
  link(pid: number, fd: number): string | null {
    try {
      return readlinkSync(`${this.root}/${pid}/fd/${fd}`);
    } catch {
      return null;
    }
  }

  /** Inode of the socket behind an open file, or null: another kind of file, or closed since it was listed. */
  socketInode(pid: number, fd: number): number | null {
    const link = this.link(pid, fd);
    return link?.startsWith("socket:[") ? Number(link.slice(8, -1)) : null;
  }
}

/** The value, or null if it cannot be had: an unreadable counter is a missing counter. */
export function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function numbers(names: readonly string[]): number[] {
  return names.map(Number).filter(Number.isInteger);
}
