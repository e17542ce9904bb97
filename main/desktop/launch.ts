import { spawn } from "node:child_process";
import { once } from "node:events";
import { builtShell } from "./builtShell.ts";
import { electronRuntime } from "./electronRuntime.ts";

export interface LaunchOptions {
  readonly db?: string; // the session store
  readonly chromiumArguments?: readonly string[]; // for tests: a debugging port, a data folder of their own
}

/** `reason`: one line without a full stop. */
export type Launched = { readonly started: true } | { readonly started: false; readonly reason: string };

/** Opens the desktop window and waits until it has been closed; from plain Node. Where there can be no window, says why. */
export async function launchDesktop(options: LaunchOptions = {}): Promise<Launched> {
  if (!hasDisplay()) return { started: false, reason: "there is no display (DISPLAY and WAYLAND_DISPLAY are not set)" };
  const runtime = await electronRuntime(tell);
  if (!runtime.found) return { started: false, reason: runtime.reason };
  const shell = builtShell();
  if (shell === null) return { started: false, reason: "the desktop shell is not built (npm run build makes it)" };
  return runShell(runtime.executable, [...sandboxArguments(), ...(options.chromiumArguments ?? []), shell, ...dbArgument(options.db)]);
}

function hasDisplay(): boolean {
  if (process.platform === "win32" || process.platform === "darwin") return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Chromium refuses to start as root with its sandbox on. The page's own confinement (isolated, no Node) stays. */
function sandboxArguments(): string[] {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return [];
  tell("Running as root: Chromium's process sandbox is off.");
  return ["--no-sandbox"];
}

const dbArgument = (db: string | undefined): string[] => (db === undefined ? [] : [`--db=${db}`]);

/** A shell that ends in failure before it has told of its window never had one. */
async function runShell(executable: string, args: readonly string[]): Promise<Launched> {
  const env = { ...process.env };
  delete env.ELECTRON_RUN_AS_NODE; // set in some terminals inside Electron editors; it would start a Node without a window
  const shell = spawn(executable, args, { stdio: ["ignore", "inherit", "inherit", "ipc"], env });
  let opened = false;
  shell.once("message", () => {
    opened = true;
  });
  const pass = (signal: NodeJS.Signals) => shell.kill(signal);
  const ignore = () => undefined; // Ctrl-C reaches the shell by itself, and we wait for its clean end
  process.on("SIGTERM", pass).on("SIGHUP", pass).on("SIGINT", ignore);
  try {
    const [code, signal] = (await once(shell, "exit")) as [number | null, NodeJS.Signals | null];
    if (opened || code === 0) return { started: true };
    return { started: false, reason: `the desktop runtime ended at once (${signal ?? `exit ${code}`})` };
  } catch (error) {
    return { started: false, reason: `the desktop runtime did not start (${(error as Error).message})` };
  } finally {
    process.off("SIGTERM", pass).off("SIGHUP", pass).off("SIGINT", ignore);
  }
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
