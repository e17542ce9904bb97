import type { LevelSummary } from "../../../app/diagnosis/levelSummary.ts";
import { type TargetReading, WAIT_KINDS, type WaitKind } from "../../../app/model/sample.ts";

export interface TargetColumn {
  readonly head: string;
  readonly means: string;
  readonly of: (target: TargetReading) => number | null; // null: not read
  readonly digits: number; // after the point
  readonly threads?: (target: TargetReading) => number | null; // how many there are of them
}

export interface TargetGroup {
  readonly name: string;
  readonly columns: readonly TargetColumn[];
}

const MOST_GROUPS = 5; // of threads: the busiest
const MOST_BACKENDS = 5; // those with the most connections

const WAITS: Readonly<Record<WaitKind, string>> = {
  cpu: "run, or are ready to",
  lock: "wait for a lock, a condition, or work in an idle pool (futex)",
  "file-lock": "wait for a lock on a file (flock, fcntl)",
  poll: "wait for any of several sockets (epoll, poll, select)",
  socket: "wait in accept, connect, read or write of a socket",
  pipe: "wait for a pipe",
  disk: "wait for the disk",
  sleep: "sleep until a timer",
  child: "wait for a child process",
  stopped: "are stopped",
  other: "wait in something else",
};

/** What was seen inside the target, level by level: threads by what they wait in and by name, sockets by where they lead. Only what there was. */
export function targetGroups(levels: readonly LevelSummary[]): TargetGroup[] {
  const targets = levels.flatMap(({ target }) => target ?? []);
  const waits = WAIT_KINDS.filter((kind) => targets.some((target) => shown(target.waits?.[kind] ?? 0)));
  const names = ranked(threadGroupsOf(targets).map(({ name, cpuCores }) => [name, cpuCores]));
  const addresses = ranked(targets.flatMap(({ backends }) => backends ?? []).map(({ address, connections }) => [address, connections]));
  const groups: TargetGroup[] = [
    {
      name: "Threads waiting in",
      columns: waits.map((kind) => ({
        head: kind,
        means: `threads that ${WAITS[kind]}, on average`,
        of: ({ waits: seen }) => (seen === null ? null : (seen[kind] ?? 0)),
        digits: 1,
      })),
    },
    {
      name: "Cores used by threads named (their number)",
      columns: names.slice(0, MOST_GROUPS).map((name) => ({
        head: name,
        means: `cores used by the threads named ${name}`,
        of: ({ threadGroups }) => (threadGroups === null ? null : (threadGroups.find((group) => group.name === name)?.cpuCores ?? 0)),
        digits: 2,
        threads: ({ threadGroups }) => threadGroups?.find((group) => group.name === name)?.threads ?? null,
      })),
    },
    {
      name: "Sockets to",
      columns: addresses.slice(0, MOST_BACKENDS).map((address) => ({
        head: address,
        means: `connections to ${address}, the most that were seen at once`,
        of: ({ backends }) => (backends === null ? null : (backends.find((each) => each.address === address)?.connections ?? 0)),
        digits: 0,
      })),
    },
  ];
  return groups.filter(({ columns }) => columns.length > 0);
}

/** "2 other backends, 3 other groups of threads": what has no column. */
export function leftOut(levels: readonly LevelSummary[]): string {
  const targets = levels.flatMap(({ target }) => target ?? []);
  const backends = new Set(targets.flatMap((target) => target.backends ?? []).map(({ address }) => address)).size - MOST_BACKENDS;
  const groups = new Set(threadGroupsOf(targets).map(({ name }) => name)).size - MOST_GROUPS;
  return [
    ...(groups > 0 ? [`${groups} group${groups === 1 ? "" : "s"} of threads that used less`] : []),
    ...(backends > 0 ? [`${backends} backend${backends === 1 ? "" : "s"} with fewer sockets`] : []),
  ].join(", ");
}

/** Those that used enough of a core to be seen in two digits. */
const threadGroupsOf = (targets: readonly TargetReading[]) =>
  targets.flatMap(({ threadGroups }) => threadGroups ?? []).filter(({ cpuCores }) => cpuCores >= 0.005);

const shown = (threads: number): boolean => threads >= 0.05; // a mean that is 0.0 on the screen

/** Names by the highest number any of them had. */
function ranked(named: readonly (readonly [string, number])[]): string[] {
  const most = new Map<string, number>();
  for (const [name, value] of named) most.set(name, Math.max(value, most.get(name) ?? 0));
  return [...most].sort(([, a], [, b]) => b - a).map(([name]) => name);
}
