/** Notes made while a session ran: databases of the first development versions have no table for them. */
export const annotations = {
  name: "annotations",
  sql: `
    CREATE TABLE IF NOT EXISTS annotation (
      id         INTEGER PRIMARY KEY,
      session_id TEXT NOT NULL REFERENCES session(id) ON DELETE CASCADE,
      record     TEXT NOT NULL       -- JSON
    ) STRICT;
    CREATE INDEX IF NOT EXISTS annotation_of_session ON annotation(session_id, id);
  `,
};
