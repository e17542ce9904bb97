/** Runs other makers' software as a target: a process group of its own that ends when this process does. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const START_MS = 30_000; // a JVM on a busy machine
const LOOK_MS = 50;
const END_MS = 4_000;

/** The shell reads its input, which is ours: whatever ends this process ends the reading, and then the whole group. */
const GUARD = 'exec 3<&0; "$@" </dev/null & cat <&3 >/dev/null; trap "" TERM; kill -TERM 0; wait';

export interface Program {
  stop(): Promise<void>; // may be called twice
}

export interface ProgramOptions {
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly isReady: () => Promise<boolean>;
}

/** @throws Error when it is not ready in time; what it said is in the message */
export async function startProgram({ command, environment = {}, folder, isReady }: ProgramOptions): Promise<Program> {
  const shell = spawn("sh", ["-c", GUARD, "sh", ...command], {
    stdio: ["pipe", "ignore", "pipe"],
    detached: true, // an interrupt at the keyboard is for the bench alone
    env: { ...process.env, ...environment },
    cwd: folder,
  });
  let said = "";
  shell.stderr.setEncoding("utf8").on("data", (part: string) => {
    said = (said + part).slice(-2_000);
  });
  const untilMs = performance.now() + START_MS;
  while (!(await isReady())) {
    if (performance.now() > untilMs) {
      await stop(shell);
      throw new Error(`${command[0]} : not ready after ${START_MS / 1_000} s (it said: ${said.trim() || "nothing"})`);
    }
    await sleep(LOOK_MS);
  }
  return { stop: () => stop(shell) };
}

/** Asks the url once; true when it answers without an error. */
export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000), headers: { connection: "close" } });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("a port of 127.0.0.1 : none was given");
  return address.port;
}

async function stop(shell: ChildProcess): Promise<void> {
  if (shell.exitCode !== null || shell.signalCode !== null) return;
  const exit = once(shell, "exit");
  shell.stdin?.end();
  const overdue = setTimeout(() => process.kill(-(shell.pid as number), "SIGKILL"), END_MS);
  await exit;
  clearTimeout(overdue);
}
