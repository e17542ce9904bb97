/** How far a session can be trusted, for the list: null for sessions of before, until somebody asks. */
export const validity = {
  name: "validity of a session",
  sql: "ALTER TABLE session ADD COLUMN validity TEXT",
};
