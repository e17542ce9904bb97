/** Thread dumps taken while a session ran. */
export const dumps = {
  name: "thread dumps",
  sql: `
    CREATE TABLE dump (
      id         INTEGER PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session(id) ON DELETE CASCADE,
      record     TEXT NOT NULL       -- JSON
    ) STRICT;
    CREATE INDEX dump_of_session ON dump(session_id, id);
  `,
};
