import { homedir } from "node:os";
import { join } from "node:path";

/** The folder of saved sessions: PLATEAU_HOME, or where this system keeps a program's data. */
export function dataFolder(environment: NodeJS.ProcessEnv = process.env): string {
  if (environment.PLATEAU_HOME) return environment.PLATEAU_HOME;
  if (process.platform === "darwin") return join(homedir(), "Library", "Application Support", "Plateau");
  if (process.platform === "win32") return join(environment.APPDATA ?? join(homedir(), "AppData", "Roaming"), "Plateau");
  return join(environment.XDG_DATA_HOME ?? join(homedir(), ".local", "share"), "plateau");
}

export const databaseFile = (environment: NodeJS.ProcessEnv = process.env): string => join(dataFolder(environment), "sessions.db");
