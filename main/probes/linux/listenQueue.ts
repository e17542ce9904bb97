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
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  let most: number | null = null;
  for (const line of lines) {
    const [, local, , state, queues = ""] = line.trim().split(/\s+/, 5);
    if (state !== LISTENING || !local?.endsWith(wanted)) continue;
    const waiting = Number.parseInt(queues.slice(queues.indexOf(":") + 1), 16);
    if (Number.isFinite(waiting)) most = Math.max(most ?? 0, waiting);
  }
  return most;
}

/**
 * The accept queue of a port, in the network namespace of a process. Listening sockets come first in the kernel's table, so it is read only
 * as far as they go: behind them lies the walk over all connections.
 */
export function readListenQueue(proc: ProcFolder, pid: number, port: number): number | null {
  const queues = ["tcp", "tcp6"].map((table) =>
    orNull(() => parseListenQueue(proc.textUntil(`${pid}/net/${table}`, leavesListeners), port)),
  );
  const known = queues.filter((queue) => queue !== null);
  return known.length === 0 ? null : Math.max(...known);
}

/** Whether the last whole line is no longer of a listening socket. */
function leavesListeners(text: string): boolean {
  const end = text.lastIndexOf("\n");
  const line = text.slice(text.lastIndexOf("\n", end - 1) + 1, end);
  const state = line.trim().split(/\s+/, 4)[3];
  return end > 0 && line.includes(": ") && state !== LISTENING;
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
