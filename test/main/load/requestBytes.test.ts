import { describe, expect, it } from "vitest";
import { Plan, type PlanInput } from "../../../app/model/plan.ts";
import { droppedHeaders, requestBytes } from "../../../main/load/requestBytes.ts";
import { parseTarget } from "../../../main/load/target.ts";

function lines(input: Partial<PlanInput>, cookieValue: string | null = null): string[] {
  const plan = Plan.parse({ url: "http://localhost:3000/a?b=c", ...input });
  return requestBytes(plan, parseTarget(plan.url), cookieValue).toString().split("\r\n");
}

describe("requestBytes()", () => {
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
    expect(lines({ headers, sessionCookie: "sid" }, "abc").filter((line) => /^cookie/i.test(line))).toEqual(["Cookie: lang=de; sid=abc"]);
    expect(lines({ sessionCookie: "sid" }, "abc")).toContain("Cookie: sid=abc");
    expect(lines({ headers })).toContain("Cookie: lang=de");
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
    expect(droppedHeaders(Plan.parse({ url: "http://x/", headers }))).toEqual(["Content-Length", "Connection"]);
  });

  it("turns user and password of the url into the header", () => {
    const plan = Plan.parse({ url: "http://me:p%40ss@localhost/" });
    expect(requestBytes(plan, parseTarget(plan.url)).toString()).toContain(`Authorization: Basic ${btoa("me:p@ss")}\r\n`);
  });
});
