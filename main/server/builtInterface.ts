import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { PlateauError } from "../../app/model/errors.ts";

/** A file of the interface, read once: what is not in the map does not exist, so no path can lead out of it. */
export interface InterfaceFile {
  readonly type: string;
  readonly content: Buffer;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BUILT = join(ROOT, "build", "out", "renderer");
const SOURCES = ["renderer", "app"].map((folder) => join(ROOT, folder));
const VITE = join(ROOT, "node_modules", "vite", "bin", "vite.js");
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".json": "application/json",
  ".map": "application/json",
};

/**
 * The interface's files by path ("/index.html"). In a checkout they are built first when they are missing or older than their sources.
 * @throws PlateauError INTERFACE_MISSING when they are not there and cannot be built
 */
export async function builtInterface(tell: (line: string) => void): Promise<ReadonlyMap<string, InterfaceFile>> {
  if (isStale() && existsSync(VITE)) {
    tell("Building the interface (a few seconds, once) ...");
    const { status, stderr } = spawnSync(
      process.execPath,
      [VITE, "build", "--config", "build/vite.renderer.config.ts", "--logLevel", "warn"],
      { cwd: ROOT, encoding: "utf8" },
    );
    if (status !== 0)
      throw new PlateauError(
        "INTERFACE_MISSING",
        `interface : it could not be built: ${stderr.trim().split("\n")[0]} (npm run build shows more)`,
      );
  }
  if (!existsSync(join(BUILT, "index.html")))
    throw new PlateauError("INTERFACE_MISSING", `interface : ${relative(process.cwd(), BUILT)} is empty (npm run build makes it)`);
  const files = readdirSync(BUILT, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [
        `/${relative(BUILT, path).split(sep).join("/")}`,
        { type: TYPES[extname(path)] ?? "application/octet-stream", content: readFileSync(path) },
      ];
    }),
  );
}

function isStale(): boolean {
  const built = join(BUILT, "index.html");
  if (!existsSync(built)) return true;
  const builtMs = statSync(built).mtimeMs;
  return SOURCES.filter(existsSync).some((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).some(
      (entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).mtimeMs > builtMs,
    ),
  );
}
