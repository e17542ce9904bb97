import { describe, expect, it } from "vitest";
import { readUsers } from "../../../app/requests/users.ts";
import { seededRandom } from "../../../app/statistics/random.ts";

const rows = (csv: string): string[][] => readUsers(csv).users.rows;

describe("readUsers()", () => {
  it.each([
    [
      "plain",
      "a,b\n1,2\n3,4\n",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    ["no line break at the end", "a,b\n1,2", [["1", "2"]]],
    ["CRLF", "a,b\r\n1,2\r\n", [["1", "2"]]],
    ["CR alone", "a,b\r1,2\r", [["1", "2"]]],
    ["a byte order mark", "\uFEFFa,b\n1,2", [["1", "2"]]],
    ["quotes and commas", 'a,b\n"x, y","say ""hi"""', [["x, y", 'say "hi"']]],
    [
      "a line break within quotes",
      'a,b\n"x\r\ny",2\n3,4',
      [
        ["x\r\ny", "2"],
        ["3", "4"],
      ],
    ],
    ["quotes around nothing", 'a,b\n"",""', [["", ""]]],
    ["one column, its value quoted and empty", 'a\n""\nx', [[""], ["x"]]],
    [
      "empty cells",
      "a,b\n,\n1,",
      [
        ["", ""],
        ["1", ""],
      ],
    ],
    [
      "empty lines",
      "a,b\n\n1,2\n\n\n3,4\n\n",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    ["a quote in the middle of a cell", 'a,b\n5" disk,2', [['5" disk', "2"]]],
    ["spaces kept", "a,b\n x ,2", [[" x ", "2"]]],
    ["semicolons, as German spreadsheets write", "a;b\n1,5;2", [["1,5", "2"]]],
    ["tabs", "a\tb\n1\t2", [["1", "2"]]],
    ["beyond ASCII", "a,b\nJürgen,日本 🙂", [["Jürgen", "日本 🙂"]]],
    ["quotes only doubled", 'a\n""""\n""""""', [['"'], ['""']]],
  ])("%s", (_why, csv, wanted) => {
    expect(rows(csv)).toEqual(wanted);
  });

  it.each([
    ["", "line 1 : nothing there (a header row with the names, then a row per user)"],
    ["a,b\n", "line 2 : no user follows the header row (a row per user)"],
    ["a,,c\n1,2,3", "line 1, column 2 : has no name (the first row names the columns)"],
    ["a,b,a\n1,2,3", 'line 1, column 3 : "a" comes twice (a name of its own for every column)'],
    ["a,uuid\n1,2", "line 1, column 2 : {{uuid}} is Plateau's own (another name)"],
    ["a,b\n1,2\n3", "line 3 : 1 value for 2 columns (a value for every column)"],
    ["a,b\r\n1,2\r\n3", "line 3 : 1 value for 2 columns (a value for every column)"],
    ['a,b\n"1\n1",2\n3,4,5', "line 4 : 3 values for 2 columns (a value for every column)"],
    ['a,b\n1,"2\n3,4', 'line 2 : a quote is never closed (a quote within quotes is doubled: "")'],
    ['a,b\n1,"2"x', 'line 2 : "x" after a closing quote (a comma or the end of the line)'],
    ["a{b\n1", "line 1, column 1 : a name has letters, digits, _ . - and spaces within (names like user, password)"],
  ])("refuses %j", (csv, why) => {
    expect(() => readUsers(csv)).toThrow(why);
  });

  it("reads back whatever was written by the rule: quotes doubled, every cell quoted", () => {
    const random = seededRandom(3);
    const parts = ["a", ",", '"', "\n", "\r\n", ";", " ", "ü", "\t"];
    for (let i = 0; i < 500; i++) {
      const cell = (): string =>
        Array.from({ length: Math.floor(random() * 6) }, () => parts[Math.floor(random() * parts.length)]).join("");
      const written = Array.from({ length: 3 }, () => [cell(), cell()]);
      const csv = [["x", "y"], ...written].map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(",")).join("\r\n");
      expect(rows(csv)).toEqual(written);
    }
  });

  it("leaves out rows beyond the most connections there can be, and tells how many", () => {
    const { users, leftOut } = readUsers(`a\n${"x\n".repeat(10_003)}`);
    expect([users.rows.length, leftOut]).toEqual([10_000, 3]);
  });
});
