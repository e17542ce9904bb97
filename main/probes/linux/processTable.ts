import { type PidStat, parsePidStat } from "./pidStat.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";

/** Every process of the machine at one instant, and who began whom. */
export type ProcessTable = ReadonlyMap<number, Pick<PidStat, "pid" | "parentPid" | "state">>;

/** One stat line of each process; those that end while the list is read are left out. */
export function readProcessTable(proc: ProcFolder): ProcessTable {
  const table = new Map<number, PidStat>();
  for (const pid of proc.pids()) {
    const stat = orNull(() => parsePidStat(proc.text(`${pid}/stat`)));
    if (stat) table.set(pid, stat);
  }
  return table;
}

/**
 * The roots and everything they began, without zombies. A process in `except` is left out with all it began: Plateau
 * started from a terminal inside the target (an editor's server) is not part of the target.
 */
export function withDescendants(table: ProcessTable, roots: readonly number[], except: ReadonlySet<number> = new Set()): number[] {
  const children = new Map<number, number[]>();
  for (const { pid, parentPid } of table.values()) {
    const siblings = children.get(parentPid);
    if (siblings) siblings.push(pid);
    else children.set(parentPid, [pid]);
  }
  const found = new Set<number>();
  const queue = [...roots];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    const state = table.get(pid)?.state;
    if (state === undefined || found.has(pid) || (except.has(pid) && !roots.includes(pid))) continue;
    found.add(pid);
    queue.push(...(children.get(pid) ?? []));
  }
  return [...found].filter((pid) => !isDead(table.get(pid)?.state)).sort((a, b) => a - b);
}

/** Of several processes, those that have none of the others above them. */
export function nearestTheRoot(table: ProcessTable, pids: readonly number[]): number[] {
  const given = new Set(pids);
  return pids.filter((pid) => {
    const seen = new Set([pid]); // a table read over some milliseconds may hold a loop
    for (let up = table.get(pid)?.parentPid; up !== undefined && up > 0 && !seen.has(up); up = table.get(up)?.parentPid) {
      if (given.has(up)) return false;
      seen.add(up);
    }
    return true;
  });
}

/** Z: ended and not yet waited for; X: ending. */
function isDead(state: string | undefined): boolean {
  return state === undefined || state === "Z" || state === "X";
}
