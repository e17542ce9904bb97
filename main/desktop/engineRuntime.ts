import { fork } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { app, utilityProcess } from "electron";

/** A running engine, whichever kind of process it is. */
export interface RunningEngine {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (how: string) => void): void; // once
  end(): void; // asks it to end cleanly
  kill(): void;
}

/**
 * A packaged app brings the engine built, for the runtime's own Node. A checkout runs it from its sources under the
 * project's Node, because what the runtime's Node makes of TypeScript differs from version to version.
 */
export function startEngine(root: string, args: readonly string[]): RunningEngine {
  const built = join(root, "build", "out", "engine", "engineMain.js");
  return app.isPackaged && existsSync(built) ? inRuntime(built, args) : inNode(root, args);
}

function inRuntime(file: string, args: readonly string[]): RunningEngine {
  const engine = utilityProcess.fork(file, [...args], { serviceName: "Plateau engine", stdio: "inherit" });
  return {
    send: (message) => engine.postMessage(message),
    onMessage: (listener) => engine.on("message", listener),
    onExit: (listener) => engine.once("exit", (code) => listener(`exit ${code}`)),
    end: () => engine.kill(), // SIGTERM
    kill: () => {
      if (engine.pid !== undefined) process.kill(engine.pid, "SIGKILL");
    },
  };
}

function inNode(root: string, args: readonly string[]): RunningEngine {
  const engine = fork(join(root, "main", "engine", "engineMain.ts"), [...args], { execPath: nodeOf(root), execArgv: [] });
  return {
    send: (message) => {
      if (engine.connected) engine.send(message as object, () => undefined); // it may be ending; onExit tells
    },
    onMessage: (listener) => engine.on("message", listener),
    onExit: (listener) => {
      const once = (how: string) => {
        engine.removeAllListeners("exit");
        engine.removeAllListeners("error");
        engine.on("error", () => undefined);
        listener(how);
      };
      engine.on("exit", (code, signal) => once(signal === null ? `exit ${code}` : signal));
      engine.on("error", (error) => once(error.message));
    },
    end: () => {
      if (engine.connected) engine.disconnect(); // the engine's sign to close its store and go, on every system
    },
    kill: () => engine.kill("SIGKILL"),
  };
}

/** The Node that came with the project, or the one PLATEAU_NODE names. */
function nodeOf(root: string): string {
  const file = process.platform === "win32" ? "node.exe" : "node";
  return process.env.PLATEAU_NODE || join(root, "node_modules", "node", "bin", file);
}
