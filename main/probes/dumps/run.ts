import { execFile } from "node:child_process";

const PATIENCE_MS = 10_000; // a JVM answers at its next safepoint
const MOST_BYTES = 32e6; // some ten thousand threads

/** What a program prints. @throws Error with its first line of complaint if it fails, is missing, or takes too long */
export function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: PATIENCE_MS, maxBuffer: MOST_BYTES, killSignal: "SIGKILL" }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
      const said = `${stderr}\n${stdout}`.split("\n").find((line) => line.trim() !== "");
      reject(
        new Error(
          missing ? `${program} is not installed` : error.killed ? `${program} did not answer in time` : (said ?? error.message).trim(),
        ),
      );
    });
  });
}
