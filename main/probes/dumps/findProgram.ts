import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a program is: in the first of some folders, then on the PATH. Null if nowhere. */
export function findProgram(name: string, first: readonly string[] = [], path = process.env.PATH ?? ""): string | null {
  const folders = [...first, ...path.split(delimiter).filter((folder) => folder !== "")];
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
