import { describe, expect, it } from "vitest";
import { BodyCheck, Expectation, Extraction } from "../../../app/model/scenario.ts";
import { Answer } from "../../../app/requests/answer.ts";
import { bodyCheckText, checkerOf, parseBodyCheck } from "../../../app/requests/checks.ts";
import { takerOf } from "../../../app/requests/extract.ts";
import { parseJsonPath, valueAt } from "../../../app/requests/jsonPath.ts";

const answer = (body: string, status = 200, headers: readonly string[] = []): Answer => new Answer(status, headers, body);

describe("parseBodyCheck()", () => {
  it.each([
    ["welcome", "welcome you", "go away"],
    ["=ok", "ok", "ok "],
    ["/^ok$/m", "not\nok", "not ok"],
    ["/OK/i", "ok", "no"],
    ["$.user.id=3", '{"user":{"id":3}}', '{"user":{"id":"3"}}'],
    ['$.user.id="3"', '{"user":{"id":"3"}}', '{"user":{"id":3}}'],
    ["$.list[1]=b", '{"list":["a","b"]}', '{"list":["b"]}'],
    ["$.ok=true", '{"ok":true}', "no JSON"],
    ["$.gone=null", '{"gone":null}', "{}"],
    ['$["a b"]=x=y', '{"a b":"x=y"}', "{}"],
    ["costs $5=five", "it costs $5=five", "$5"],
    ["$5=five", "$5=five", "{}"],
  ])("%s holds for %j and not for %j", (text, good, bad) => {
    const check = BodyCheck.parse(parseBodyCheck(text));
    const { isGoodBody } = checkerOf({ status: null, body: [check] });
    expect([isGoodBody(answer(good)), isGoodBody(answer(bad))]).toEqual([true, false]);
    expect(parseBodyCheck(bodyCheckText(check))).toEqual(check);
  });

  it("refuses a regular expression that is none", () => {
    expect(BodyCheck.safeParse(parseBodyCheck("/a(/")).success).toBe(false);
    expect(BodyCheck.safeParse(parseBodyCheck("/a/gg")).success).toBe(false);
  });
});

describe("checkerOf()", () => {
  it.each([
    [null, [200, 204, 302, 399], [400, 404, 500, 503]],
    [
      [200, 201],
      [200, 201],
      [202, 302, 404],
    ],
    [
      ["2xx", 304],
      [200, 299, 304],
      [199, 300, 404],
    ],
    [[401], [401], [200, 500]],
  ] as const)("status %j", (status, good, bad) => {
    const { isGoodStatus } = checkerOf({ status: status === null ? null : [...status], body: [] });
    expect([good.every(isGoodStatus), bad.some(isGoodStatus)]).toEqual([true, false]);
  });

  it.each([
    [{ status: [200, "2xx"] }, answer("", 404), "status 404, not 200 or 2xx"],
    [{}, answer("", 500), "status 500, not below 400"],
    [{ body: [parseBodyCheck("hi")] }, answer("bye"), 'the body "bye", not a body that contains "hi"'],
    [{ body: [parseBodyCheck("=hi")] }, answer(""), 'an empty body, not the body "hi"'],
    [{ body: [parseBodyCheck("/^a/i")] }, answer("b".repeat(100)), `the body "${"b".repeat(80)}...", not a body that matches /^a/i`],
    [{ body: [parseBodyCheck("$.n=3")] }, answer('{"n":4}'), "$.n = 4, not $.n = 3"],
    [{ body: [parseBodyCheck("$.n=3")] }, answer("<p>"), 'a body that is no JSON, "<p>", not $.n = 3'],
    [{ body: [parseBodyCheck("$.n=3")] }, answer("{}"), 'no $.n in "{}", not $.n = 3'],
    [{ body: [parseBodyCheck("a"), parseBodyCheck("b")] }, answer("a"), 'the body "a", not a body that contains "b"'],
    [{ body: [parseBodyCheck("a")] }, answer("a"), null],
  ] as const)("says what came instead: %#", (expectation, came, complaint) => {
    expect(checkerOf(Expectation.parse(expectation)).complaint(came)).toBe(complaint);
  });
});

describe("takerOf()", () => {
  const login = answer('{"token":"t 1","user":{"id":7,"tags":["a"]},"none":null}', 200, ["Location", "/a", "X-Id", "5", "x-id", "6"]);

  it.each([
    [{ from: "json", path: "$.token" }, "t 1"],
    [{ from: "json", path: "$.user.id" }, "7"],
    [{ from: "json", path: "$.user.tags[0]" }, "a"],
    [{ from: "json", path: "$.user.tags" }, '["a"]'],
    [{ from: "json", path: "$.none" }, null],
    [{ from: "json", path: "$.constructor" }, null],
    [{ from: "header", header: "x-ID" }, "5"],
    [{ from: "header", header: "x-no" }, null],
    [{ from: "body", pattern: '"id":(\\d+)' }, "7"],
    [{ from: "body", pattern: "(x)?token" }, null],
    [{ from: "body", pattern: 'TOKEN":"([^"]*)', flags: "i" }, "t 1"],
  ] as const)("%j takes %j", (how, value) => {
    expect(takerOf(Extraction.parse({ name: "v", ...how })).take(login)).toBe(value);
  });

  it.each(["a", "(a)(b)", "a(", "(?:a)"])("refuses the pattern %s: one group says what to take", (pattern) => {
    expect(Extraction.safeParse({ name: "v", from: "body", pattern }).success).toBe(false);
  });
});

describe("parseJsonPath()", () => {
  const json = { a: { b: [10, { "c d": 1, "": 2 }] }, length: 5, "0": "zero" };
  it.each([
    ["$", json],
    ["$.a.b[0]", 10],
    ['$.a["b"][1]["c d"]', 1],
    ["$['a'].b[1]['']", 2],
    ["$.a.b.length", undefined],
    ["$.a.b[2]", undefined],
    ["$[0]", undefined],
    ["$.length", 5],
    ["$.a.b[0].c", undefined],
    ["$.__proto__", undefined],
  ])("%s", (path, value) => {
    expect(valueAt(json, parseJsonPath(path))).toEqual(value);
  });

  it.each(["a", "$a", "$.", "$..a", "$[*]", "$.a[", "$.a[-1]", "$.a b"])("refuses %j, and so does the schema", (path) => {
    expect(() => parseJsonPath(path)).toThrow(RangeError);
    expect(Extraction.safeParse({ name: "v", from: "json", path }).success).toBe(false);
  });
});
