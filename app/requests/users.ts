import { csvRecords } from "../csv/csvRecords.ts";
import { PlateauError } from "../model/errors.ts";
import { Users } from "../model/scenario.ts";
import { OWN_NAMES } from "./template.ts";

const MOST_ROWS = 10_000; // there are no more connections

interface Read {
  readonly users: Users;
  readonly leftOut: number; // rows beyond those any connection could take
}

/**
 * Reads virtual users from CSV (see csv/csvRecords.ts): a header row with the names, then a row per user.
 * @throws PlateauError PLAN_INVALID "line n : ..."
 */
export function readUsers(csv: string): Read {
  const [header, ...records] = csvRecords(csv);
  if (header === undefined) throw refused("line 1", "nothing there", "a header row with the names, then a row per user");
  const columns = header.cells.map((cell) => cell.trim());
  columns.forEach((column, i) => {
    const place = `line ${header.line}, column ${i + 1}`;
    if (column === "") throw refused(place, "has no name", "the first row names the columns");
    if ((OWN_NAMES as readonly string[]).includes(column)) throw refused(place, `{{${column}}} is Plateau's own`, "another name");
    if (columns.indexOf(column) < i) throw refused(place, `"${column}" comes twice`, "a name of its own for every column");
  });
  if (records.length === 0) throw refused(`line ${header.line + 1}`, "no user follows the header row", "a row per user");
  for (const { cells, line } of records) {
    if (cells.length !== columns.length)
      throw refused(`line ${line}`, `${counted(cells.length)} for ${columns.length} columns`, "a value for every column");
  }
  const parsed = Users.safeParse({ columns, rows: records.slice(0, MOST_ROWS).map(({ cells }) => cells) });
  if (parsed.success) return { users: parsed.data, leftOut: Math.max(0, records.length - MOST_ROWS) };
  const [issue] = parsed.error.issues;
  const [list, i] = issue?.path ?? [];
  const place = list === "columns" && typeof i === "number" ? `line ${header.line}, column ${i + 1}` : `line ${header.line}`;
  throw refused(place, issue?.message ?? "not possible", "names like user, password");
}

const counted = (cells: number): string => (cells === 1 ? "1 value" : `${cells} values`);

function refused(what: string, why: string, right: string): PlateauError {
  return new PlateauError("PLAN_INVALID", `${what} : ${why} (${right})`);
}
