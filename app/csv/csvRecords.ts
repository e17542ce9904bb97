import { PlateauError } from "../model/errors.ts";

/** A row, and the line of the text it begins on. */
export interface CsvRecord {
  readonly cells: string[];
  readonly line: number; // from 1
}

/**
 * The rows of CSV text (RFC 4180). Quotes, line breaks within quotes, CRLF and a byte order mark are taken; so are ; and tab between
 * the columns, when the first row has no comma. Empty lines are left out.
 * @throws PlateauError PLAN_INVALID "line n : ..."
 */
export function csvRecords(text: string): CsvRecord[] {
  const csv = text.replace(/^\uFEFF/, "");
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

function refused(what: string, why: string, right: string): PlateauError {
  return new PlateauError("PLAN_INVALID", `${what} : ${why} (${right})`);
}
