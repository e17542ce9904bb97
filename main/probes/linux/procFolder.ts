import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** What the probes need of /proc, under any root: tests pass a captured tree. Every method throws what node:fs throws. */
export class ProcFolder {
  readonly root: string;

  constructor(root = "/proc") {
    this.root = root;
  }

  text(path: string): string {
    return readFileSync(`${this.root}/${path}`, "utf8");
  }

  bytes(path: string): Buffer {
    return readFileSync(`${this.root}/${path}`);
  }

  /** Every process this user can see. */
  pids(): number[] {
    return numbers(readdirSync(this.root));
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

  /** Inode of the socket behind an open file, or null: another kind of file, or closed since it was listed. */
  socketInode(pid: number, fd: number): number | null {
    try {
      const link = readlinkSync(`${this.root}/${pid}/fd/${fd}`);
      return link.startsWith("socket:[") ? Number(link.slice(8, -1)) : null;
    } catch {
      return null;
    }
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
