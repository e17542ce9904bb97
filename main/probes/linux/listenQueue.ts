import { execFile } from "node:child_process";
import { orNull, type ProcFolder } from "./procFolder.ts";
import { unreadable } from "./unreadable.ts";

const LISTENING = "0A";

/**
 * Parses lines of /proc/net/tcp or tcp6: the connections that wait to be accepted on the sockets that listen on a port, the fullest socket
 * (rx_queue of a listening socket is its sk_ack_backlog, net/ipv4/tcp_ipv4.c). Null if nobody listens there.
 * @throws PlateauError PROBE_UNREADABLE if the heading is unknown
 */
export function parseListenQueue(text: string, port: number): number | null {
  const [heading = "", ...lines] = text.split("\n");
  if (!heading.includes("local_address")) throw unreadable("/proc/net/tcp", 'a heading with "local_address"', heading);
  const wanted = portMark(port);
  let most: number | null = null;
  for (const line of lines) {
    const [, local, , state, queues = ""] = line.trim().split(/\s+/, 5);
    if (state !== LISTENING || !local?.endsWith(wanted)) continue;
    const waiting = Number.parseInt(queues.slice(queues.indexOf(":") + 1), 16);
    if (Number.isFinite(waiting)) most = Math.max(most ?? 0, waiting);
  }
  return most;
}

/** The end of a local address in the table. */
function portMark(port: number): string {
  return `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * Follows the accept queue of a port, in the network namespace of a process. Listening sockets come first in the kernel's table, those of one
 * port and address beside each other, so it is read only as far as they go: behind them lies the walk over all connections.
 */
export class ListenQueueReader {
  readonly #proc: ProcFolder;
  readonly #pid: number;
  readonly #port: number;
  #tables: readonly string[] = TABLES; // those that have the port; all, while none has

  constructor(proc: ProcFolder, pid: number, port: number) {
    this.#proc = proc;
    this.#pid = pid;
    this.#port = port;
  }

  /** Connections that wait; null while nobody listens, or the tables cannot be read. */
  read(): number | null {
    const queues = this.#tables.map((table) => [table, orNull(() => this.#queueIn(table))] as const);
    const known = queues.filter((entry): entry is [string, number] => entry[1] !== null);
    this.#tables = known.length === 0 ? TABLES : known.map(([table]) => table);
    return known.length === 0 ? null : Math.max(...known.map(([, queue]) => queue));
  }

  #queueIn(table: string): number | null {
    const mark = `${portMark(this.#port)} `;
    const text = this.#proc.textUntil(`${this.#pid}/net/${table}`, (read) => isEnough(read, mark));
    return parseListenQueue(text, this.#port);
  }
}

const TABLES = ["tcp", "tcp6"];

/** Whether the last whole line is past the port's own ones, or past all that listen. */
function isEnough(text: string, mark: string): boolean {
  const end = text.lastIndexOf("\n");
  const line = text.slice(text.lastIndexOf("\n", end - 1) + 1, end);
  const [, local = "", , state] = line.trim().split(/\s+/, 4);
  if (end <= 0 || !line.includes(": ")) return false;
  return state !== LISTENING || (text.slice(0, end).includes(mark) && !`${local} `.endsWith(mark));
}

const PATIENCE_MS = 2000;

/**
 * How many connections may wait on a port: what the program asked listen(2) for, cut by the kernel to somaxconn. /proc does not tell, ss does
 * (its Send-Q of a listening socket). Null without ss.
 */
export function readListenLimit(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    execFile("ss", ["-Hltn", `sport = :${port}`], { timeout: PATIENCE_MS }, (error, stdout) => {
      const limits = error ? [] : stdout.split("\n").flatMap((line) => /^LISTEN\s+\d+\s+(\d+)\s/.exec(line)?.[1] ?? []);
      resolve(limits.length === 0 ? null : Math.min(...limits.map(Number)));
    });
  });
}
