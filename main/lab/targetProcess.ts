import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { TargetCounts } from "./targets/serviceMeter.ts";
import type { TargetMessage } from "./targets/targetServer.ts";

const START_MS = 20_000; // a target starts in a tenth of a second; this is for a machine with much else to do
const END_MS = 2_000;

/** A program of `targets/` in a process of its own. */
export interface TargetProcess {
  readonly pid: number;
  readonly port: number; // on 127.0.0.1
  counts(): Promise<TargetCounts>; // rejects when the process has ended
  stop(): Promise<void>; // may be called twice
}

/** What the process itself is short of. */
export interface TargetLimits {
  readonly heapMegabytes?: number;
  readonly openFiles?: number; // set by a shell: not on Windows
}

/** Starts `targets/<file>`, or a program elsewhere, and waits until it listens. @throws Error if it ends, or does not listen, before that */
export async function startTargetProcess(
  file: string | URL,
  args: readonly string[] = [],
  limits: TargetLimits = {},
): Promise<TargetProcess> {
  const path = fileURLToPath(new URL(file, new URL("./targets/", import.meta.url)));
  const [command = "", ...words] = commandOf([path, ...args], limits);
  const child = spawn(command, words, {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: process.versions.electron === undefined ? process.env : { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
  });
  const ended = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`lab target ${file} ended: ${signal ?? `exit ${code}`}`)));
  });
  ended.catch(() => undefined); // asked for below; an end nobody waits for is not an error
  try {
    const ready = await Promise.race([ended, nextMessage(child, "ready")]);
    return { pid: child.pid as number, port: ready.port, counts: () => Promise.race([ended, ask(child)]), stop: () => stop(child) };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

function commandOf(program: readonly string[], { heapMegabytes, openFiles }: TargetLimits): string[] {
  const heap = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`, "--max-semi-space-size=2"];
  const node = [process.execPath, ...heap, ...program];
  return openFiles === undefined ? node : ["sh", "-c", `ulimit -n ${openFiles} && exec "$@"`, "sh", ...node];
}

async function ask(child: ChildProcess): Promise<TargetCounts> {
  const reply = nextMessage(child, "counts");
  if (child.connected) child.send("counts", () => undefined); // if it ends meanwhile, the caller hears of the end
  return (await reply).counts;
}

/** Both ends are ours, so what comes has the shape of TargetMessage. */
async function nextMessage<K extends TargetMessage["kind"]>(child: ChildProcess, kind: K): Promise<Extract<TargetMessage, { kind: K }>> {
  const [message] = (await once(child, "message", { signal: AbortSignal.timeout(START_MS) })) as [TargetMessage];
  if (message.kind !== kind) throw new Error(`lab target: expected "${kind}"; got "${message.kind}"`);
  return message as Extract<TargetMessage, { kind: K }>;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  if (child.connected) child.disconnect();
  const overdue = setTimeout(() => child.kill("SIGKILL"), END_MS);
  await exit;
  clearTimeout(overdue);
}
