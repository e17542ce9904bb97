import type { TargetReading } from "../../../app/model/sample.ts";
import { Pace } from "../pace.ts";
import { JvmReader, type JvmReading } from "./jvmReader.ts";
import { ListenQueueReader, readListenLimit } from "./listenQueue.ts";
import { type IoReading, ioRates, readProcessIo } from "./processIo.ts";
import type { ProcFolder } from "./procFolder.ts";
import type { ProcessReading } from "./targetRates.ts";
import { type GroupCores, groupCores } from "./threadGroups.ts";
import { readThreadStates, type ThreadStates } from "./threadStates.ts";
import { type Throttling, ThrottlingReader } from "./throttling.ts";
import { countWorkers } from "./workers.ts";

export interface TargetDetailsOptions {
  readonly proc: ProcFolder;
  readonly root: number; // the process that names the target
  readonly port: number | null;
  readonly ticksPerSecond: number;
}

const SLOW_BEAT_MS = 1000;
const FAST_BEAT_MS = 200; // an accept queue fills and empties in less

/** What is read of the target beside its CPU and its files, each at its own pace; between two readings the last one holds. */
export class TargetDetails {
  readonly #options: TargetDetailsOptions;
  readonly #paces = {
    states: new Pace({ beatMs: SLOW_BEAT_MS }),
    io: new Pace({ beatMs: SLOW_BEAT_MS }),
    quota: new Pace({ beatMs: SLOW_BEAT_MS }),
    jvm: new Pace({ beatMs: SLOW_BEAT_MS }),
    workers: new Pace({ beatMs: SLOW_BEAT_MS }),
    queue: new Pace({ beatMs: FAST_BEAT_MS }),
  };
  readonly #throttling: ThrottlingReader;
  readonly #jvm: JvmReader;
  readonly #listening: ListenQueueReader | null;
  #states: ThreadStates | null = null;
  #groups: GroupCores | null = null;
  #io: IoReading | null = null;
  #ioRates: ReturnType<typeof ioRates> = null;
  #quota: Throttling | null = null;
  #memory: JvmReading | null = null;
  #processes: ProcessReading | null = null;
  #workers: number | null = null;
  #queue: number | null = null;
  #queueLimit: number | null = null;

  constructor(options: TargetDetailsOptions) {
    this.#options = options;
    this.#throttling = new ThrottlingReader(options.proc);
    this.#jvm = new JvmReader(options.proc);
    const { proc, port, root } = options;
    this.#listening = port === null ? null : new ListenQueueReader(proc, root, port);
    if (port !== null && proc.sharesNetwork(root)) void readListenLimit(port).then((limit) => (this.#queueLimit = limit));
  }

  /** `clientsByPid`: connections from clients that each process holds; null: not known, and then neither is who works. */
  read(processes: ProcessReading, clientsByPid: ReadonlyMap<number, number> | null, nowMs: number): Partial<TargetReading> {
    const { proc, root, ticksPerSecond } = this.#options;
    const pids = [...processes.byPid.keys()];
    const { states, io, quota, jvm, workers, queue } = this.#paces;
    states.run(nowMs, () => {
      const before = this.#states;
      this.#states = readThreadStates(proc, pids, performance.now());
      this.#groups = groupCores(before, this.#states, ticksPerSecond);
    });
    io.run(nowMs, () => {
      const before = this.#io;
      this.#io = readProcessIo(proc, pids, performance.now());
      this.#ioRates = ioRates(before, this.#io);
    });
    quota.run(nowMs, () => {
      this.#quota = this.#throttling.read(root, performance.now());
    });
    jvm.run(nowMs, () => {
      this.#memory = this.#jvm.read(pids, performance.now());
    });
    workers.run(nowMs, () => {
      this.#workers = clientsByPid && countWorkers(this.#processes, processes, clientsByPid, ticksPerSecond);
      this.#processes = processes;
    });
    queue.run(nowMs, () => {
      this.#queue = this.#listening?.read() ?? null;
    });
    return {
      waits: this.#states && { ...this.#states.waits },
      threadGroups: this.#groups?.groups ?? null,
      collectorCores: this.#groups?.collectorCores ?? null,
      ...this.#memory,
      workers: this.#workers,
      listenQueue: this.#queue,
      listenQueueLimit: this.#queueLimit,
      diskReadBytesPerSecond: this.#ioRates?.read ?? null,
      diskWriteBytesPerSecond: this.#ioRates?.written ?? null,
      ...this.#quota,
    };
  }
}
