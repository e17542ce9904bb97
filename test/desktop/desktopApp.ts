import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Launched, launchDesktop } from "../../main/desktop/launch.ts";
import { DevTools } from "./devtools.ts";

/** The real desktop app, on an empty store and with a data folder of its own. */
export class DesktopApp {
  readonly page: DevTools;
  readonly port: number;
  readonly userData: string;
  readonly ended: Promise<Launched>;

  private constructor(page: DevTools, port: number, userData: string, ended: Promise<Launched>) {
    this.page = page;
    this.port = port;
    this.userData = userData;
    this.ended = ended;
  }

  /** `userData` from an earlier app: the same person starts it again. */
  static async start(userData = mkdtempSync(join(tmpdir(), "plateau-desktop-"))): Promise<DesktopApp> {
    const port = await freePort();
    const ended = launchDesktop({
      db: join(userData, "sessions.db"),
      chromiumArguments: [`--remote-debugging-port=${port}`, `--user-data-dir=${userData}`],
    });
    const page = await Promise.race([DevTools.connect(port), ended.then((end) => Promise.reject(new Error(JSON.stringify(end))))]);
    return new DesktopApp(page, port, userData, ended);
  }

  /** Ends the app as a system that shuts down does, and waits until all is over. */
  async quit(): Promise<Launched> {
    this.page.close();
    for (const pid of pidsWith("main.cjs", this.userData)) process.kill(pid, "SIGTERM");
    return this.ended;
  }

  /** Closes the window, which is to quit as well. */
  async closeWindow(): Promise<Launched> {
    await this.page.evaluate("void setTimeout(() => window.close(), 200)");
    this.page.close();
    return this.ended;
  }

  /** Process ids of the engine that works for this app. */
  enginePids(): number[] {
    return pidsWith("engineMain.ts", this.userData);
  }

  /** Process ids of everything that belongs to this app: the shell, Chromium's processes, the engine. */
  allPids(): number[] {
    return pidsWith(this.userData);
  }

  forget(): void {
    rmSync(this.userData, { recursive: true, force: true });
  }
}

function pidsWith(...words: readonly string[]): number[] {
  const commandLine = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    } catch {
      return ""; // it ended while we looked
    }
  };
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && words.every((word) => commandLine(name).includes(word)))
    .map(Number);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
