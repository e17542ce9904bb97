import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const LAUNCHER = join(import.meta.dirname, "../../main/cli/plateau.cjs");

/** Starts `plateau` as a person would, with a data folder of its own. `ended` resolves when it has. */
export function plateau(home: string, ...args: readonly string[]): { child: ChildProcess; ended: Promise<Ended>; said(): string } {
  const child = spawn(process.execPath, [LAUNCHER, ...args], {
    env: { ...process.env, PLATEAU_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  const ended = new Promise<Ended>((resolve) => child.on("close", (status) => resolve({ status, stdout, stderr })));
  return { child, ended, said: () => stdout + stderr };
}
