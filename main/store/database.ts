import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { PlateauError } from "../../app/model/errors.ts";
import { migrations } from "./migrations/index.ts";

export type Database = BetterSqlite3.Database;
export type Statement = BetterSqlite3.Statement;

const CACHE_KB = 2048; // SQLite's own default; the driver's of 16 MB fills up in a run, which writes forward and never looks back

/**
 * Opens the store's file, making it and its folder when they are not there, and brings it to the newest schema.
 * The only file that imports better-sqlite3.
 * @throws PlateauError STORE_UNUSABLE: not a database, not writable, or from a newer Plateau; the file is left as it was
 */
export function openDatabase(file: string): Database {
  try {
    if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
    const database = new BetterSqlite3(file, { timeout: 5000 });
    try {
      database.pragma("journal_mode = WAL"); // readers never wait for the writer, and a crash loses no finished transaction
      database.pragma("synchronous = NORMAL"); // safe against a killed process; a power cut may cost the last moments
      database.pragma("foreign_keys = ON");
      database.pragma(`cache_size = -${CACHE_KB}`);
      migrate(database, file);
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  } catch (error) {
    throw storeError(file, error);
  }
}

function migrate(database: Database, file: string): void {
  const version = database.pragma("user_version", { simple: true }) as number;
  if (version > migrations.length) {
    throw new PlateauError(
      "STORE_UNUSABLE",
      `${file} : written by a newer Plateau, schema ${version} (this one knows up to ${migrations.length}; update Plateau or name another file with --db)`,
    );
  }
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    database.transaction(() => {
      database.exec(migration.sql);
      database.pragma(`user_version = ${index + 1}`);
    })();
  }
}

const REASONS: Record<string, string> = {
  SQLITE_NOTADB: "not a Plateau database (name another file with --db)",
  SQLITE_CORRUPT: "the database is damaged (name another file with --db)",
  SQLITE_FULL: "the disk is full (free some space; what was measured so far is kept)",
  SQLITE_READONLY: "it cannot be written (change its permissions or name another file with --db)",
  SQLITE_CANTOPEN: "it cannot be opened (a file in a folder you may write to would be right)",
  SQLITE_BUSY: "another program holds it (close that program or name another file with --db)",
  EACCES: "its folder cannot be made (a folder you may write to would be right)",
  EEXIST: "its folder is a file (a folder you may write to would be right)",
  ENOTDIR: "its folder is a file (a folder you may write to would be right)",
  EROFS: "the disk is read-only (a folder you may write to would be right)",
  ENOSPC: "the disk is full (free some space)",
};

/** What went wrong with the store, in one sentence. An error that is no fault of the file is passed on as it is. */
export function storeError(file: string, error: unknown): unknown {
  if (error instanceof PlateauError || !(error instanceof Error)) return error;
  const code = "code" in error ? String(error.code) : "";
  const reason = REASONS[code] ?? REASONS[code.split("_").slice(0, 2).join("_")];
  if (reason !== undefined) return new PlateauError("STORE_UNUSABLE", `${file} : ${reason}`, { code }, { cause: error });
  return code.startsWith("SQLITE_")
    ? new PlateauError("STORE_UNUSABLE", `${file} : ${error.message} (name another file with --db)`, { code }, { cause: error })
    : error;
}
