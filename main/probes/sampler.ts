import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import { SAMPLE_MS, type Sample } from "../../app/model/sample.ts";
import type { SamplerMessage, SamplerWorkerData } from "./samplerWorker.ts";

export interface SamplerOptions {
  readonly port: number | null; // of the target, if it is on this machine; null: it is remote, only the host is read
  readonly socketPath?: string | null; // of a Unix socket in the place of the port
  readonly pid: number | null; // of the target, if somebody said so; wins over the port
  readonly originNs: bigint; // process.hrtime.bigint() at the session's start; atMs counts from it
  onSample(sample: Sample): void;
}

/** How often a sampler that died is started again. */
const RESTARTS = 1;

/**
 * Reads host and target every 200 ms in a thread of its own, so that neither the engine nor the load delays it.
 * It never fails: a thread that dies is started once more and then the samples stay out; a run does not end for that.
 */
export class Sampler {
  readonly #options: SamplerOptions;
  #worker: Worker | null = null;
  #restartsLeft = RESTARTS;
  #stopped = false;

  constructor(options: SamplerOptions) {
    this.#options = options;
  }

  /** Resolves when the first baseline is taken, or when it is certain that there will be none. */
  start(): Promise<void> {
    return new Promise((resolve) => this.#spawn(resolve));
  }

  /** Ends the thread; no sample comes after it. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#worker?.terminate();
  }

  #spawn(onReady: () => void): void {
    const { port, socketPath = null, pid, originNs } = this.#options;
    const workerData: SamplerWorkerData = { port, socketPath, pid, originNs, beatMs: SAMPLE_MS };
    // The same extension as this file: .ts in a checkout, .js when built.
    const file = new URL(`./samplerWorker${extname(new URL(import.meta.url).pathname)}`, import.meta.url);
    const worker = new Worker(file, { workerData, execArgv: [], name: "plateau-sampler" });
    this.#worker = worker;
    worker.on("message", (message: SamplerMessage) => {
      if (this.#stopped) return;
      if (message.kind === "ready") {
        worker.unref(); // from here on: a run that ended without stop() must not keep the process alive
        onReady();
      } else this.#options.onSample(message.sample);
    });
    worker.on("error", () => {}); // "exit" follows
    worker.on("exit", () => {
      if (!this.#stopped && this.#restartsLeft-- > 0) this.#spawn(onReady);
      else onReady();
    });
  }
}
