import { PlateauError } from "../model/errors.ts";
import { Users } from "../model/scenario.ts";
import { OWN_NAMES } from "./template.ts";

const MOST_ROWS = 10_000; // there are no more connections

interface Read {
  readonly users: Users;
  readonly leftOut: number; // rows beyond those any connection could take
}

/**
 * Reads virtual users from CSV (RFC 4180): a header row with the names, then a row per user. Quotes, line breaks within quotes, CRLF and a
 * byte order mark are taken; so are ; and tab between the columns, when the header row has no comma. Empty lines are left out.
 * @throws PlateauError PLAN_INVALID "line n : ..."
 */
export function readUsers(csv: string): Read {
  const [header, ...records] = recordsOf(csv.replace(/^\uFEFF/, ""));
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

interface CsvRecord {
  readonly cells: string[];
  readonly line: number; // from 1
}

function recordsOf(csv: string): CsvRecord[] {
  const separator = separatorOf(csv);
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let cell = "";
  let quoted = false; // the cell in hand began with a quote
  let line = 1;
  let began = 1;
  const endCell = (): void => {
    cells.push(cell);
    cell = "";
    quoted = false;
  };
  const endRecord = (): void => {
    const isEmpty = cells.length === 0 && cell === "" && !quoted;
    if (!isEmpty) {
      endCell();
      records.push({ cells, line: began });
    }
    cells = [];
    began = line + 1;
  };
  for (let i = 0; i < csv.length; i++) {
    const char = csv[i] as string;
    if (char === '"' && cell === "" && !quoted) {
      const end = endOfQuoted(csv, i + 1);
      if (end < 0) throw refused(`line ${line}`, "a quote is never closed", 'a quote within quotes is doubled: ""');
      cell = csv.slice(i + 1, end).replaceAll('""', '"');
      line += cell.split(/\r\n|\r|\n/).length - 1;
      quoted = true;
      i = end;
    } else if (char === separator) endCell();
    else if (char === "\n" || char === "\r") {
      if (char === "\r" && csv[i + 1] === "\n") i++;
      endRecord();
      line++;
    } else if (quoted) throw refused(`line ${line}`, `"${char}" after a closing quote`, "a comma or the end of the line");
    else cell += char;
  }
  endRecord();
  return records;
}

/** Index of the closing quote; negative if there is none. */
function endOfQuoted(csv: string, from: number): number {
  let end = csv.indexOf('"', from);
  while (end >= 0 && csv[end + 1] === '"') end = csv.indexOf('"', end + 2);
  return end;
}

function separatorOf(csv: string): string {
  const header = /^[^\r\n]*/.exec(csv.trimStart())?.[0].replace(/"(?:[^"]|"")*"/g, "") ?? "";
  return [",", ";", "\t"].find((each) => header.includes(each)) ?? ",";
}

const counted = (cells: number): string => (cells === 1 ? "1 value" : `${cells} values`);

function refused(what: string, why: string, right: string): PlateauError {
  return new PlateauError("PLAN_INVALID", `${what} : ${why} (${right})`);
}
