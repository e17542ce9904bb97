import { spawn } from "node:child_process";
import { once } from "node:events";

export interface Display {
  readonly name: string; // as DISPLAY wants it
  close(): void;
}

/** A screen nobody sees, on a free number; always a new one, so windows do not appear on a developer's own. */
export async function openDisplay(): Promise<Display> {
  const server = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [number] = (await Promise.race([
    once(server.stdout, "data"),
    once(server, "exit").then(() => Promise.reject(new Error("Xvfb ended (build/desktop-runtime.sh installs what is needed)"))),
  ])) as [Buffer];
  return { name: `:${String(number).trim()}`, close: () => server.kill() };
}
