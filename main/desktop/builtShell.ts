import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = fileURLToPath(new URL(".", import.meta.url));
const VITE = join(ROOT, "node_modules", "vite", "bin", "vite.js");

/** The bundled shell; in a checkout it is built first when it is missing or older than its sources. Null when it cannot be. */
export function builtShell(): string | null {
  const file = join(ROOT, "build", "out", "desktop", "main.cjs");
  if (isStale(file) && existsSync(VITE)) {
    const args = [VITE, "build", "--config", join("build", "vite.desktop.config.ts"), "--logLevel", "warn"];
    spawnSync(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  }
  return existsSync(file) ? file : null;
}

function isStale(file: string): boolean {
  if (!existsSync(file)) return true;
  const builtMs = statSync(file).mtimeMs;
  return readdirSync(SOURCES).some((source) => statSync(join(SOURCES, source)).mtimeMs > builtMs);
}
