import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commandOf } from "../../../app/report/command.ts";
import { planOf } from "../../../main/cli/options.ts";

const folder = mkdtempSync(join(tmpdir(), "plateau-requests-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const HAR = JSON.stringify({
  log: {
    entries: [
      {
        request: {
          method: "GET",
          url: "http://x:81/a",
          headers: [
            { name: "Authorization", value: "Bearer old" },
            { name: "Accept", value: "*/*" },
          ],
        },
      },
      { request: { method: "GET", url: "http://fonts/b", headers: [] } },
    ],
  },
});

describe("planOf() with --requests", () => {
  it("takes the target's url from the file when none is typed", () => {
    expect(planOf(undefined, { requests: file("a.har", HAR) }).url).toBe("http://x:81/a");
    expect(planOf(undefined, { requests: file("a.sh", "curl http://y/b -d 1") })).toMatchObject({
      url: "http://y/b",
      method: "POST",
      body: "1",
      requests: null,
    });
  });

  it("puts typed headers before those a browser recorded, and tells what was left out", () => {
    const notes: string[] = [];
    const plan = planOf("x:81", { requests: file("a.har", HAR), header: ["authorization: Bearer new"] }, (text) => notes.push(text));
    expect(plan.requests?.steps[0]?.headers).toEqual([{ name: "Accept", value: "*/*" }]);
    expect(plan.headers).toEqual([{ name: "authorization", value: "Bearer new" }]);
    expect(notes).toEqual(["1 of 2 requests left out : they went elsewhere than http://x:81"]);
  });

  it.each([
    [{ requests: "none.json" }, "--requests none.json : cannot be read: ENOENT (the name of a file that exists)"],
    [{ requests: file("b.json", "{}") }, "b.json, scenario : steps: "],
    [{ requests: file("a.har", HAR), body: "x" }, "--body x : with --requests every request has its own (leave it out)"],
    [{ requests: file("a.har", HAR), method: "PUT" }, "--method PUT : with --requests every request has its own (leave it out)"],
    [{ users: file("u.csv", "a,b\n1") }, "u.csv, line 2 : 1 value for 2 columns"],
    [{ cookies: "some" }, "--cookies some : not a way to keep cookies (none, shared or per-connection)"],
    [{ expectStatus: "200,ok" }, '--expect-status 200,ok : "ok" is not a status (like 200,201 or 2xx)'],
    [{ expectBody: ["ok", "/a(/"] }, "--expect-body /a(/ : not a regular expression"],
  ])("refuses %j", (options, why) => {
    expect(() => planOf("http://x:81/", options)).toThrow(why);
  });

  it("refuses to run without any url", () => {
    expect(() => planOf(undefined, {})).toThrow("run : no url was given");
    expect(() => planOf(undefined, { requests: file("s.json", '{"steps":[{"name":"a","path":"/"}]}') })).toThrow("run : no url was given");
  });
});

describe("commandOf()", () => {
  it("repeats users, cookies and checks, and names the files", () => {
    const users = file("u.csv", "name\nann\n");
    const requests = file("s.json", '{"steps":[{"name":"a","path":"/{{name}}"}]}');
    const typed = {
      users,
      requests,
      cookies: "per-connection",
      expectStatus: "200,2xx",
      expectBody: ["ok", "/a b/i", "=", "$.n=3", '$.n="3"'],
    };
    const plan = planOf("http://x/", typed);
    expect(plan.expect).toEqual({
      status: [200, "2xx"],
      body: [
        { kind: "contains", text: "ok" },
        { kind: "matches", pattern: "a b", flags: "i" },
        { kind: "equals", text: "" },
        { kind: "json", path: "$.n", value: 3 },
        { kind: "json", path: "$.n", value: "3" },
      ],
    });
    expect(commandOf(plan)).toBe(
      `plateau run http://x/ --requests ${requests} --users ${users} --cookies per-connection --expect-status 200,2xx` +
        ` --expect-body ok --expect-body '/a b/i' --expect-body = --expect-body '$.n=3' --expect-body '$.n="3"'`,
    );
  });
});
