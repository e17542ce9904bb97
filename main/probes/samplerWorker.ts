import { parentPort, workerData } from "node:worker_threads";
import { NO_HOST_READING, type Sample } from "../../app/model/sample.ts";
import { nextTurn } from "./beat.ts";
import { ClockWatch } from "./clockWatch.ts";
import { LinuxProbe } from "./linux/linuxProbe.ts";
import { PowerProbe } from "./linux/powerProbe.ts";
import { ownCpuMs } from "./ownCost.ts";
import type { Probe, Reading } from "./probe.ts";

/** What the sampler hands its thread. */
export interface SamplerWorkerData {
  readonly port: number | null;
  readonly socketPath: string | null;
  readonly pid: number | null;
  readonly originNs: bigint;
  readonly beatMs: number; // handed over so that this thread loads no schemas and starts in a moment
}

/** What the thread tells: the baseline is taken, or one sample. */
export type SamplerMessage = { readonly kind: "ready" } | { readonly kind: "sample"; readonly sample: Sample };

const { port, socketPath, pid, originNs, beatMs } = workerData as SamplerWorkerData;

/** Ms since the session began, on the clock all threads share. */
const nowMs = (): number => Number(process.hrtime.bigint() - originNs) / 1e6;

const say = (message: SamplerMessage): void => parentPort?.postMessage(message);

async function openProbe(): Promise<Probe> {
  if (process.platform === "linux") return new LinuxProbe({ port, socketPath, pid, ownPid: process.pid });
  const { PortableProbe } = await import("./portableProbe.ts");
  return new PortableProbe({ port, pid, ownPid: process.pid });
}

/** A probe promises not to throw; should it, the sample says that nothing was read. */
async function ask(probe: Probe): Promise<Reading> {
  try {
    return await probe.read(nowMs());
  } catch {
    return { host: NO_HOST_READING, target: null };
  }
}

const probe = await openProbe();
const clocks = new ClockWatch();
const power = process.platform === "linux" ? new PowerProbe() : null;
await ask(probe);
const startMs = nowMs();
let lastMs = startMs;
let lastCpuMs = ownCpuMs();
say({ kind: "ready" });

function waitForNext(): void {
  const { dueMs, waitMs } = nextTurn(startMs, beatMs, nowMs());
  setTimeout(() => void take(dueMs), waitMs);
}

async function take(dueMs: number): Promise<void> {
  const latenessMs = Math.max(0, nowMs() - dueMs);
  const reading = await ask(probe);
  const atMs = nowMs();
  const machine = { clockJumpMs: clocks.jumpMs(), ...(power?.read(atMs) ?? { cpuMegahertz: null, onBattery: null }) };
  const cpuMs = ownCpuMs();
  say({ kind: "sample", sample: { atMs, intervalMs: atMs - lastMs, latenessMs, ...reading, probeCpuMs: cpuMs - lastCpuMs, machine } });
  lastMs = atMs;
  lastCpuMs = cpuMs;
  waitForNext();
}

waitForNext();
