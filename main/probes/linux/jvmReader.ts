import type { TargetReading } from "../../../app/model/sample.ts";
import { perSecond } from "../rate.ts";
import { type JvmMemory, parseHsperfdata } from "./hsperfdata.ts";
import { orNull, type ProcFolder } from "./procFolder.ts";

export type JvmReading = Pick<TargetReading, "collectorTimeShare" | "heapUsedBytes" | "heapMaxBytes">;

const TRIES = 10; // a JVM that just began has not written yet; most targets are none

/** Follows the heap and the collector of the first JVM among the target's processes. */
export class JvmReader {
  readonly #proc: ProcFolder;
  #triesLeft = TRIES;
  #path: string | null = null;
  #before: (JvmMemory & { readonly atMs: number }) | null = null;

  constructor(proc: ProcFolder) {
    this.#proc = proc;
  }

  /** Null if there is no JVM, or it keeps its counters to itself (-XX:-UsePerfData). */
  read(pids: readonly number[], atMs: number): JvmReading | null {
    if (this.#path === null && this.#triesLeft > 0) {
      this.#triesLeft -= 1;
      this.#path = pids.map((pid) => perfDataPath(this.#proc, pid)).find((path) => path !== null) ?? null;
    }
    const path = this.#path;
    if (path === null) return null;
    const now = orNull(() => parseHsperfdata(this.#proc.bytes(path)));
    const before = this.#before;
    this.#before = now && { ...now, atMs };
    if (now === null) {
      this.#path = null; // that process has ended
      return null;
    }
    const msPerSecond = perSecond(before?.collectedMs, now.collectedMs, atMs - (before?.atMs ?? atMs));
    return {
      collectorTimeShare: msPerSecond === null ? null : Math.min(1, msPerSecond / 1000), // a pause is booked when it ends: more than the interval at times
      heapUsedBytes: now.heapUsedBytes,
      heapMaxBytes: now.heapMaxBytes,
    };
  }
}

/** Where the JVM shares its counters: in its own /tmp, under the pid it has in its own container. */
function perfDataPath(proc: ProcFolder, pid: number): string | null {
  const ownPid = orNull(() => /^NSpid:.*?(\d+)$/m.exec(proc.text(`${pid}/status`))?.[1]) ?? String(pid);
  const folders = orNull(() => proc.names(`${pid}/root/tmp`)) ?? [];
  const paths = folders.filter((name) => name.startsWith("hsperfdata_")).map((name) => `${pid}/root/tmp/${name}/${ownPid}`);
  return paths.find((path) => orNull(() => parseHsperfdata(proc.bytes(path))) !== null) ?? null;
}
