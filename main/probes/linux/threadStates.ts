import type { Waits } from "../../../app/model/sample.ts";
import { parsePidStat } from "./pidStat.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";
import type { NamedTime } from "./threadGroups.ts";
import { waitByCall, waitByChannel } from "./waitKind.ts";

/** Every thread of some processes at one instant: what it is called, what it has used, what it waits in. */
export interface ThreadStates {
  readonly atMs: number;
  readonly byThread: ReadonlyMap<number, NamedTime>;
  readonly waits: Waits;
}

/** Threads that end while they are read are left out. */
export function readThreadStates(proc: ProcFolder, pids: readonly number[], atMs: number): ThreadStates {
  const byThread = new Map<number, NamedTime>();
  const waits: Waits = {};
  for (const pid of pids) {
    for (const thread of orNull(() => proc.threads(pid)) ?? []) {
      const task = `${pid}/task/${thread}`;
      const stat = orNull(() => parsePidStat(proc.text(`${task}/stat`)));
      if (stat === null || stat.state === "Z" || stat.state === "X") continue;
      byThread.set(thread, { name: stat.name, cpuTicks: stat.cpuTicks });
      const channel = stat.state === "R" ? null : orNull(() => proc.text(`${task}/wchan`));
      const kind =
        waitByChannel(stat.state, channel) ?? orNull(() => waitByCall(proc.text(`${task}/syscall`), (fd) => proc.link(pid, fd))) ?? "other";
      waits[kind] = (waits[kind] ?? 0) + 1;
    }
  }
  return { atMs, byThread, waits };
}
