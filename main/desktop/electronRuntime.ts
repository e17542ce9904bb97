import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const FETCH_MS = 180_000; // some 100 MB; behind a firewall that swallows packets this is how long a person waits for the browser instead

export type Runtime = { readonly found: true; readonly executable: string } | { readonly found: false; readonly reason: string };

/**
 * Electron's executable: where ELECTRON_OVERRIDE_DIST_PATH points, or in the npm package, which brings none and fetches it at
 * first use. The package's own entry file would do all that on `require`, but without an end to the waiting.
 */
export async function electronRuntime(tell: (line: string) => void): Promise<Runtime> {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  if (override) {
    const executable = join(override, nameHere());
    return existsSync(executable) ? { found: true, executable } : missing(`ELECTRON_OVERRIDE_DIST_PATH has no ${nameHere()}`);
  }
  const folder = packageFolder();
  if (folder === null) return missing("Electron is not installed");
  const there = installed(folder);
  if (there !== null) return { found: true, executable: there };

  tell("Fetching the desktop runtime (about 100 MB, once) ...");
  const failure = await fetchRuntime(folder);
  const executable = installed(folder);
  return executable === null ? missing(`the desktop runtime could not be fetched (${failure})`) : { found: true, executable };
}

const missing = (reason: string): Runtime => ({ found: false, reason });

function packageFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve("electron/package.json"));
  } catch {
    return null;
  }
}

/** path.txt is what the package's installer writes last. */
function installed(folder: string): string | null {
  const pathFile = join(folder, "path.txt");
  if (!existsSync(pathFile)) return null;
  const executable = join(folder, "dist", readFileSync(pathFile, "utf8"));
  return existsSync(executable) ? executable : null;
}

/** Runs the package's installer; returns why it failed, in a few words. */
function fetchRuntime(folder: string): Promise<string> {
  return new Promise((resolve) => {
    const installer = spawn(process.execPath, [join(folder, "install.js")], { stdio: ["ignore", "ignore", "pipe"], timeout: FETCH_MS });
    let text = "";
    installer.stderr.on("data", (part) => {
      text += part;
    });
    installer.once("error", (error) => resolve(error.message));
    installer.once("close", (_code, signal) => resolve(signal === null ? firstLine(text) : `nothing came within ${FETCH_MS / 1_000} s`));
  });
}

const firstLine = (text: string): string =>
  text
    .trim()
    .split("\n")[0]
    ?.replace(/^\w*Error: /, "") || "no reason given";

function nameHere(): string {
  if (process.platform === "darwin") return join("Electron.app", "Contents", "MacOS", "Electron");
  return process.platform === "win32" ? "electron.exe" : "electron";
}
