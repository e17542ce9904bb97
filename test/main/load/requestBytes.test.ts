import { describe, expect, it } from "vitest";
import { Plan, type PlanInput } from "../../../app/model/plan.ts";
import { scriptOf } from "../../../app/requests/script.ts";
import { droppedHeaders, writerOf } from "../../../main/load/requestBytes.ts";
import { parseTarget } from "../../../main/load/target.ts";

/** The first request of a plan, line by line. */
function lines(input: Partial<PlanInput>, cookies: Record<string, string> = {}, values: Record<string, string> = {}): string[] {
  const plan = Plan.parse({ url: "http://localhost:3000/a?b=c", ...input });
  const target = parseTarget(plan.url);
  const [step] = scriptOf(plan, target.path).steps;
  if (step === undefined) throw new Error("no step");
  const bytes = writerOf(step, target, plan.keepAlive).bytes((name) => values[name] ?? "", Object.entries(cookies));
  return bytes.toString().split("\r\n");
}

describe("writerOf()", () => {
  it("asks for the page as written, and nothing more", () => {
    expect(lines({})).toEqual([
      "GET /a?b=c HTTP/1.1",
      "Host: localhost:3000",
      "Connection: keep-alive",
      "User-Agent: plateau",
      "Accept: */*",
      "",
      "",
    ]);
  });

  it("counts the body in bytes", () => {
    const sent = lines({ method: "POST", body: "größe" });
    expect(sent).toContain("Content-Length: 7");
    expect(sent.at(-1)).toBe("größe");
  });

  it.each([
    ["GET", false],
    ["DELETE", false],
    ["POST", true],
    ["PUT", true],
  ] as const)("%s without a body says its length: %s", (method, says) => {
    expect(lines({ method }).includes("Content-Length: 0")).toBe(says);
  });

  it("says that the connection ends when it is not kept", () => {
    expect(lines({ keepAlive: false })).toContain("Connection: close");
  });

  it("adds the connection's own cookie to those given, in one line", () => {
    const headers = [{ name: "cookie", value: "lang=de" }];
    expect(lines({ headers }, { sid: "abc" }).filter((line) => /^cookie/i.test(line))).toEqual(["Cookie: lang=de; sid=abc"]);
    expect(lines({}, { sid: "abc" })).toContain("Cookie: sid=abc");
    expect(lines({ headers })).toContain("Cookie: lang=de");
    expect(lines({ headers }, { lang: "fr" }).filter((line) => /^cookie/i.test(line))).toEqual(["Cookie: lang=fr"]);
  });

  it("lets given headers win over its own, twice if given twice", () => {
    const headers = [
      { name: "host", value: "shop" },
      { name: "X-Id", value: "1" },
      { name: "X-Id", value: "2" },
    ];
    const sent = lines({ headers });
    expect(sent.filter((line) => /^(host|x-id)/i.test(line))).toEqual(["host: shop", "X-Id: 1", "X-Id: 2"]);
  });

  it("frames requests itself, and tells which headers it therefore drops", () => {
    const headers = [
      { name: "Content-Length", value: "3" },
      { name: "Connection", value: "upgrade" },
    ];
    expect(lines({ headers }).filter((line) => /upgrade|length/i.test(line))).toEqual([]);
    expect(droppedHeaders(headers)).toEqual(["Content-Length", "Connection"]);
  });

  it("turns user and password of the url into the header", () => {
    expect(lines({ url: "http://me:p%40ss@localhost/" })).toContain(`Authorization: Basic ${btoa("me:p@ss")}`);
  });

  const users = { columns: ["name"], rows: [["ann"]] };

  it("puts values into path, header and body, and counts the body as it is sent", () => {
    const sent = lines(
      {
        url: "http://x/{{name}}/a?q={{name}}",
        method: "POST",
        users,
        headers: [{ name: "X-Name", value: "<{{name}}>" }],
        body: "{{name}}!",
      },
      {},
      { name: "größe" },
    );
    expect(sent[0]).toBe("POST /gr%C3%B6%C3%9Fe/a?q=gr%C3%B6%C3%9Fe HTTP/1.1");
    expect(sent).toContain("X-Name: <größe>");
    expect(sent).toContain("Content-Length: 8");
    expect(sent.at(-1)).toBe("größe!");
  });

  it.each([
    ["a b", "/a%20b"],
    ["a/b?c=d&e", "/a/b?c=d&e"],
    ["%20", "/%20"],
    ["x HTTP/1.1\r\nX-Evil: 1\r\n\r\n", "/x%20HTTP/1.1%0D%0AX-Evil:%201%0D%0A%0D%0A"],
    ["\ud800", "/%EF%BF%BD"],
    ["#top", "/%23top"],
  ])("no value ends the request line: %j", (value, path) => {
    expect(lines({ url: "http://x/{{name}}", users }, {}, { name: value })[0]).toBe(`GET ${path} HTTP/1.1`);
  });

  it("refuses a row that would end a header, and takes it in a body", () => {
    const evil = { columns: ["name"], rows: [["ann"], ["bob\r\nX-Evil: 1"]] };
    expect(() => lines({ users: evil, headers: [{ name: "X", value: "{{name}}" }] })).toThrow(
      "user 2, name : has a line break, and {{name}} stands in a header",
    );
    expect(lines({ users: evil, method: "POST", body: "{{name}}" })[0]).toBe("POST /a?b=c HTTP/1.1");
  });

  it.each([
    ["http://x/{{usr}}", {}, "{{usr}} in the path : no value of that name (there are name, uuid, counter, random)"],
    ["http://x/", { headers: [{ name: "X-Y", value: "{{usr}}" }] }, "{{usr}} in the header X-Y"],
    ["http://x/", { body: "{{usr}}" }, "{{usr}} in the body"],
  ])("refuses a name without a value: %s %j", (url, more, why) => {
    expect(() => lines({ url, users, ...more })).toThrow(why);
  });
});
