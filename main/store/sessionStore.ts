import { z } from "zod";
import { PlateauError } from "../../app/model/errors.ts";
import type { Diagnosis } from "../../app/model/finding.ts";
import { LevelRecord, Recording, type SessionEvent, SessionSummary } from "../../app/model/recording.ts";
import { type Database, openDatabase, type Statement, storeError } from "./database.ts";

/** What stands in the session's own row, and what in rows of their own. */
const OWN_ROWS = { levels: true, ticks: true, samples: true, annotations: true, dumps: true } as const;
const Head = Recording.omit(OWN_ROWS);
const Rows = Recording.pick(OWN_ROWS);

type Curve = SessionSummary["curve"];
type ValidityState = NonNullable<SessionSummary["validity"]>;
type Row = Record<string, string | null>;

/**
 * Saved sessions. A session is written as it happens, one transaction an event, so that a killed
 * process loses at most the events it had not yet been told.
 * Every method throws PlateauError STORE_UNUSABLE when the file fails (disk full, locked).
 */
export class SessionStore {
  readonly file: string;
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(file: string) {
    this.file = file;
    this.#database = openDatabase(file);
  }

  /**
   * For the process that owns the store: sessions left running by one that died become `interrupted`, and what lay in the bin for a day is gone.
   */
  recover(): void {
    this.#guarded(() => {
      this.#prepared("DELETE FROM session WHERE deleted_at < datetime('now', '-1 day')").run();
      for (const { id } of this.#prepared("SELECT id FROM session WHERE status = 'running'").all() as { id: string }[]) {
        if (!this.#isHeldByAnother(id)) this.#interrupt(id);
      }
    });
  }

  /** Writes one event of a session. */
  append(sessionId: string, event: SessionEvent): void {
    this.#guarded(() => this.#database.transaction(() => this.#write(sessionId, event))());
  }

  /** What the list shows of a session beside its name: recomputed by the engine, kept to list quickly. */
  saveOutcome(sessionId: string, diagnosis: Diagnosis, curve: Curve, validity: ValidityState): void {
    const verdict = { id: diagnosis.verdict.id, title: diagnosis.verdict.title, confidence: diagnosis.verdict.confidence };
    this.#guarded(() =>
      this.#prepared("UPDATE session SET rules = ?, verdict = ?, curve = ?, validity = ? WHERE id = ?").run(
        diagnosis.rules,
        JSON.stringify(verdict),
        JSON.stringify(curve),
        validity,
        sessionId,
      ),
    );
  }

  /** Of a session that was saved before validity was. */
  saveValidity(sessionId: string, validity: ValidityState): void {
    this.#guarded(() => this.#prepared("UPDATE session SET validity = ? WHERE id = ?").run(validity, sessionId));
  }

  /** All sessions that are not in the bin, latest first. */
  list(): SessionSummary[] {
    return this.#guarded(() => {
      const rows = this.#database
        .prepare(
          "SELECT id, name, status, started_at, plan, verdict, curve, validity FROM session WHERE deleted_at IS NULL ORDER BY started_at DESC, id",
        )
        .all() as Row[];
      return rows.map((row) =>
        SessionSummary.parse({
          id: row.id,
          name: row.name,
          status: row.status,
          startedAt: row.started_at,
          url: json(row.plan).url,
          verdict: json(row.verdict),
          curve: json(row.curve),
          ...(row.validity === null ? {} : { validity: row.validity }),
        }),
      );
    });
  }

  /** @throws PlateauError SESSION_UNKNOWN */
  read(sessionId: string): Recording {
    return this.#guarded(() => {
      const row = this.#prepared("SELECT * FROM session WHERE id = ? AND deleted_at IS NULL").get(sessionId) as Row | undefined;
      if (row === undefined) throw unknownSession(sessionId);
      const records = (table: string, order: string): unknown[] =>
        (this.#prepared(`SELECT record FROM ${table} WHERE session_id = ? ORDER BY ${order}`).all(sessionId) as Row[]).map(({ record }) =>
          json(record ?? null),
        );
      const head = Head.safeParse({
        id: row.id,
        name: row.name,
        status: row.status,
        startedAt: row.started_at,
        finishedAt: row.finished_at,
        plateauVersion: row.plateau_version,
        plan: json(row.plan),
        host: json(row.host),
        failure: row.failure,
        warnings: json(row.warnings),
      });
      const dumps = records("dump", "id");
      const rows = Rows.safeParse({
        levels: records("level", "number"),
        ticks: records("tick", "id"),
        samples: records("sample", "id"),
        annotations: records("annotation", "id"),
        ...(dumps.length === 0 ? {} : { dumps }),
      });
      if (head.success && rows.success) return { ...head.data, ...rows.data };
      const fault = (head.error ?? rows.error) as z.ZodError;
      throw new PlateauError(
        "SESSION_UNREADABLE",
        `session ${sessionId} : ${z.prettifyError(fault).split("\n")[0]} (a session written by this version of Plateau would be right)`,
      );
    });
  }

  /** Into the bin; `restore` takes it out again within a day. @throws PlateauError SESSION_UNKNOWN */
  delete(sessionId: string): void {
    this.#mark(sessionId, "UPDATE session SET deleted_at = datetime('now') WHERE id = ? AND deleted_at IS NULL");
  }

  restore(sessionId: string): void {
    this.#mark(sessionId, "UPDATE session SET deleted_at = NULL WHERE id = ?");
  }

  close(): void {
    this.#database.close();
  }

  #mark(sessionId: string, sql: string): void {
    const { changes } = this.#guarded(() => this.#prepared(sql).run(sessionId));
    if (changes === 0) throw unknownSession(sessionId);
  }

  #write(sessionId: string, event: SessionEvent): void {
    switch (event.kind) {
      case "started": {
        const { id, name, status, startedAt, plateauVersion, plan, host, warnings } = event.recording;
        this.#prepared(
          "INSERT INTO session (id, name, status, started_at, plateau_version, plan, host, warnings, owner_pid) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ).run(
          id,
          name,
          status,
          startedAt,
          plateauVersion,
          JSON.stringify(plan),
          JSON.stringify(host),
          JSON.stringify(warnings),
          process.pid,
        );
        return;
      }
      case "level":
        this.#prepared("INSERT OR REPLACE INTO level VALUES (?, ?, ?)").run(sessionId, event.level.index, JSON.stringify(event.level));
        return;
      case "progress": {
        const tick = this.#prepared("INSERT INTO tick (session_id, at_ms, record) VALUES (?, ?, ?)");
        const sample = this.#prepared("INSERT INTO sample (session_id, at_ms, record) VALUES (?, ?, ?)");
        for (const record of event.ticks) tick.run(sessionId, record.atMs, JSON.stringify(record));
        for (const record of event.samples) sample.run(sessionId, record.atMs, JSON.stringify(record));
        return;
      }
      case "annotation":
        this.#prepared("INSERT INTO annotation (session_id, record) VALUES (?, ?)").run(sessionId, JSON.stringify(event.annotation));
        return;
      case "dump":
        this.#prepared("INSERT INTO dump (session_id, record) VALUES (?, ?)").run(sessionId, JSON.stringify(event.dump));
        return;
      case "ended":
        this.#prepared("UPDATE session SET status = ?, finished_at = ?, failure = ? WHERE id = ?").run(
          event.status,
          event.finishedAt,
          event.failure,
          sessionId,
        );
        return;
      case "diagnosis": // recomputed from the recording whenever it is read
        return;
    }
  }

  /** Two Plateaus may share a store: a session another living process is running is not interrupted. */
  #isHeldByAnother(sessionId: string): boolean {
    const row = this.#prepared("SELECT owner_pid FROM session WHERE id = ?").get(sessionId) as { owner_pid: number | null };
    if (row.owner_pid === null || row.owner_pid === process.pid) return false;
    try {
      process.kill(row.owner_pid, 0);
      return true;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === "EPERM"; // alive, but somebody else's
    }
  }

  #interrupt(sessionId: string): void {
    const levels = (this.#prepared("SELECT record FROM level WHERE session_id = ?").all(sessionId) as Row[]).map((row) =>
      LevelRecord.parse(json(row.record ?? null)),
    );
    const { last } = this.#prepared("SELECT max(at_ms) AS last FROM tick WHERE session_id = ?").get(sessionId) as {
      last: number | null;
    };
    const { started_at } = this.#prepared("SELECT started_at FROM session WHERE id = ?").get(sessionId) as { started_at: string };
    for (const level of levels.filter(({ state }) => state === "running")) {
      const measuredToMs = Math.max(level.startedMs, Math.min(level.measuredToMs, last ?? level.startedMs));
      this.#write(sessionId, { kind: "level", level: { ...level, measuredToMs, state: "stopped" } });
    }
    this.#prepared("UPDATE session SET validity = 'doubtful' WHERE id = ? AND validity = 'valid'").run(sessionId); // part of it is missing
    const finishedAt = new Date(Date.parse(started_at) + (last ?? 0)).toISOString();
    this.#write(sessionId, { kind: "ended", status: "interrupted", finishedAt, failure: "Plateau ended while the session was running." });
  }

  /** A statement is prepared once: they lie outside the heap, where nothing hurries to collect them, and a run writes eight times a second. */
  #prepared(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw storeError(this.file, error);
    }
  }
}

/** @throws PlateauError SESSION_UNREADABLE */
function json(text: string | null | undefined): ReturnType<typeof JSON.parse> {
  if (text === null || text === undefined) return null;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new PlateauError(
      "SESSION_UNREADABLE",
      `"${text.slice(0, 40)}" : a saved record is damaged (delete this session, or take the store from a backup)`,
      {},
      { cause: error },
    );
  }
}

function unknownSession(sessionId: string): PlateauError {
  return new PlateauError("SESSION_UNKNOWN", `session ${sessionId} : not in this store (plateau sessions lists those that are)`);
}
