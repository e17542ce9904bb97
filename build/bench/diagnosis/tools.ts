/** What other makers' software is there: the cases that need the rest are left out, and said. */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where install.sh puts what it fetches and compiles. */
export const toolFolder = process.env.PLATEAU_LAB_TOOLS ?? new URL("../../out/lab-tools", import.meta.url).pathname;

export const targetFile = (name: string): string => new URL(`./targets/${name}`, import.meta.url).pathname;
export const tool = (...path: string[]): string => join(toolFolder, ...path);

export const hasTool = (...path: string[]): boolean => existsSync(tool(...path));

/** The full path of a program of this machine; null when there is none. */
export function programPath(name: string): string | null {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** The folder of PostgreSQL's server programs, newest version; null without. */
export function postgresFolder(): string | null {
  const root = "/usr/lib/postgresql";
  if (!existsSync(root)) return null;
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(root, version, "bin")).find((bin) => existsSync(join(bin, "postgres"))) ?? null;
}
