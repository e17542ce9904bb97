import { NO_TARGET_READING, type TargetReading } from "../../../app/model/sample.ts";
import { Pace } from "../pace.ts";
import type { KernelUnits } from "./auxv.ts";
import { findListeners, findUnixListeners } from "./findTarget.ts";
import { type OpenFiles, OpenFilesReader } from "./openFiles.ts";
import { type PidStat, parsePidStat } from "./pidStat.ts";
import type { Switches } from "./pidStatus.ts";
import { processName } from "./processName.ts";
import { readProcessTable, withDescendants } from "./processTable.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";
import { TargetDetails } from "./targetDetails.ts";
import { type ProcessReading, processRates, switchRates, type ThreadCores, threadCores } from "./targetRates.ts";
import { readThreadSwitches, readThreadTimes, type ThreadReading, type ThreadTime } from "./threads.ts";

export interface TargetOptions {
  readonly proc: ProcFolder;
  readonly port: number | null; // of a target on this machine; null if it is remote or has none
  readonly socketPath?: string | null; // of a Unix socket in the place of the port
  readonly pid: number | null; // wins over the port
  readonly ownPid: number; // Plateau's
  readonly units: KernelUnits;
}

const SLOW_BEAT_MS = 1000; // what is expensive: the tree, the files, the switches of every thread
const FAST_BEAT_MS = 200;

/** What is known of one target from one reading to the next. Forgotten as a whole when the target ends. */
interface Known {
  readonly name: string;
  readonly roots: readonly PidStat[]; // the first one names the target
  readonly openFiles: OpenFilesReader;
  readonly details: TargetDetails;
  members: readonly number[];
  processes: ProcessReading | null;
  threads: ThreadReading<ThreadTime> | null;
  threadCores: ThreadCores | null;
  switches: ThreadReading<Switches> | null;
  switchRates: Switches | null;
  files: OpenFiles | null;
}

/** Follows the process that listens on the target's port and everything it began. */
export class TargetProbe {
  readonly #options: TargetOptions;
  readonly #paces = {
    search: new Pace({ beatMs: SLOW_BEAT_MS, costShare: 0.02, longestMs: 3000 }), // without a target nothing else costs
    tree: new Pace({ beatMs: SLOW_BEAT_MS }),
    files: new Pace({ beatMs: SLOW_BEAT_MS }),
    switches: new Pace({ beatMs: SLOW_BEAT_MS }),
    threads: new Pace({ beatMs: FAST_BEAT_MS }),
  };
  #known: Known | null = null;
  #chosen: PidStat | null = null; // the process of an explicit pid: another one with that number is not it

  constructor(options: TargetOptions) {
    this.#options = options;
  }

  /** Null while there is no target to be found. */
  read(nowMs: number): TargetReading | null {
    if (this.#known && !this.#isAlive(this.#known)) this.#known = null;
    this.#known ??= this.#paces.search.run(nowMs, () => this.#search());
    return this.#known ? this.#reading(this.#known, nowMs) : null;
  }

  #search(): Known | null {
    const { proc, pid, port } = this.#options;
    const pids = pid !== null ? [pid] : this.#listeners();
    const roots = pids.map((root) => this.#stat(root)).filter((stat) => stat !== null);
    const first = roots[0];
    if (!first) return null;
    if (pid !== null) {
      this.#chosen ??= first;
      if (this.#chosen.startedTicks !== first.startedTicks) return null;
    }
    for (const pace of Object.values(this.#paces)) if (pace !== this.#paces.search) pace.reset();
    return {
      name: processName(proc, first),
      roots,
      openFiles: new OpenFilesReader(proc, port),
      details: new TargetDetails({ proc, root: first.pid, port, ticksPerSecond: this.#options.units.ticksPerSecond }),
      members: roots.map((root) => root.pid),
      processes: null,
      threads: null,
      threadCores: null,
      switches: null,
      switchRates: null,
      files: null,
    };
  }

  #listeners(): number[] {
    const { proc, port, socketPath = null, ownPid } = this.#options;
    if (socketPath !== null) return findUnixListeners(proc, socketPath, ownPid);
    return port === null ? [] : findListeners(proc, port, ownPid);
  }

  #reading(known: Known, nowMs: number): TargetReading | null {
    const [root] = known.roots;
    if (!root) return null;
    this.#refresh(known, nowMs);
    const before = known.processes;
    const after: ProcessReading = { atMs: performance.now(), byPid: this.#stats(known.members) };
    known.processes = after;
    const fresh = this.#paces.threads.run(nowMs, () => this.#readThreads(known)) === true;
    const stats = [...after.byPid.values()];
    const sum = (value: (stat: PidStat) => number): number => stats.reduce((total, stat) => total + value(stat), 0);
    const { ticksPerSecond, pageBytes } = this.#options.units;
    const rates = processRates(before, after, ticksPerSecond);
    const exact = fresh && known.threadCores?.complete ? known.threadCores.all : null;
    return {
      ...NO_TARGET_READING,
      pid: root.pid,
      name: known.name,
      processes: stats.length,
      cpuCores: exact ?? rates?.cores ?? null,
      userCores: rates && rates.cores - rates.systemCores,
      systemCores: rates?.systemCores ?? null,
      busiestThreadCores: known.threadCores?.busiest ?? null,
      runDelayCores: known.threadCores?.waited ?? null,
      threads: sum((stat) => stat.threads),
      rssBytes: sum((stat) => stat.rssPages) * pageBytes,
      majorFaultsPerSecond: rates?.majorFaultsPerSecond ?? null,
      voluntarySwitchesPerSecond: known.switchRates?.voluntary ?? null,
      involuntarySwitchesPerSecond: known.switchRates?.involuntary ?? null,
      openFiles: known.files?.openFiles ?? null,
      fullestOpenFiles: known.files?.fullest?.openFiles ?? null,
      openFilesLimit: known.files?.fullest?.limit ?? null,
      backends: known.files?.backends ?? null,
      ...known.details.read(after, known.files?.clientsByPid ?? null, nowMs),
    };
  }

  /** The readings on the slow beat; between two of them the last one holds. */
  #refresh(known: Known, nowMs: number): void {
    const { proc, ownPid } = this.#options;
    this.#paces.tree.run(nowMs, () => {
      const roots = known.roots.map((root) => root.pid);
      known.members = withDescendants(readProcessTable(proc), roots, new Set([ownPid]));
    });
    this.#paces.files.run(nowMs, () => {
      known.files = known.openFiles.read(known.members, nowMs);
    });
    this.#paces.switches.run(nowMs, () => {
      const after = readThreadSwitches(proc, known.members, performance.now());
      known.switchRates = switchRates(known.switches, after);
      known.switches = after;
    });
  }

  #readThreads(known: Known): true {
    const { proc, units } = this.#options;
    const after = readThreadTimes(proc, known.members, performance.now(), units.ticksPerSecond);
    known.threadCores = threadCores(known.threads, after);
    known.threads = after;
    return true;
  }

  /** Alive while the first root is: a worker may end, the target goes on. */
  #isAlive(known: Known): boolean {
    const [root] = known.roots;
    const now = root && this.#stat(root.pid);
    return now != null && now.startedTicks === root?.startedTicks && now.state !== "Z" && now.state !== "X";
  }

  #stats(pids: readonly number[]): ReadonlyMap<number, PidStat> {
    return new Map(pids.map((pid) => [pid, this.#stat(pid)] as const).filter((entry): entry is [number, PidStat] => entry[1] !== null));
  }

  #stat(pid: number): PidStat | null {
    return orNull(() => parsePidStat(this.#options.proc.text(`${pid}/stat`)));
  }
}
