/** Sessions, their levels, and the stream of ticks and samples they are made of. Never edited: a change is a new migration. */
export const sessions = {
  name: "sessions",
  sql: `
    CREATE TABLE session (
      id              TEXT PRIMARY KEY,
      name            TEXT NOT NULL,
      status          TEXT NOT NULL,
      started_at      TEXT NOT NULL,
      finished_at     TEXT,
      plateau_version TEXT NOT NULL,
      plan            TEXT NOT NULL, -- JSON
      host            TEXT NOT NULL, -- JSON
      failure         TEXT,
      warnings        TEXT NOT NULL, -- JSON
      owner_pid       INTEGER,       -- process that runs it
      rules           TEXT,          -- version of the rules the verdict is from
      verdict         TEXT,          -- JSON, for the list
      curve           TEXT NOT NULL DEFAULT '[]', -- JSON, for the list
      deleted_at      TEXT           -- set: in the bin, gone after a day
    ) STRICT;
    CREATE TABLE level (
      session_id TEXT NOT NULL REFERENCES session(id) ON DELETE CASCADE,
      number     INTEGER NOT NULL,
      record     TEXT NOT NULL,      -- JSON
      PRIMARY KEY (session_id, number)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE annotation (
      id         INTEGER PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session(id) ON DELETE CASCADE,
      record     TEXT NOT NULL       -- JSON
    ) STRICT;
    CREATE INDEX annotation_of_session ON annotation(session_id, id);
    CREATE TABLE tick (
      id         INTEGER PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session(id) ON DELETE CASCADE,
      at_ms      REAL NOT NULL,
      record     TEXT NOT NULL       -- JSON
    ) STRICT;
    CREATE INDEX tick_of_session ON tick(session_id, id);
    CREATE TABLE sample (
      id         INTEGER PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session(id) ON DELETE CASCADE,
      at_ms      REAL NOT NULL,
      record     TEXT NOT NULL       -- JSON
    ) STRICT;
    CREATE INDEX sample_of_session ON sample(session_id, id);
  `,
};
