import { describe, expect, it } from "vitest";
import { CookieJar } from "../../../app/requests/cookieJar.ts";

const NOW = Date.UTC(2026, 10, 21);
const HOUR = 3_600_000;

/** What is sent with a request for `path` after these Set-Cookie headers, answers to requests for /app/login. */
function sent(headers: readonly string[], path: string, laterMs = 0): string {
  const jar = new CookieJar();
  for (const header of headers) jar.set(header, "/app/login", NOW);
  return jar
    .of(path, NOW + laterMs)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
}

describe("CookieJar", () => {
  it.each([
    // why                              Set-Cookie                                        asked for        sent
    ["folder of the request", ["sid=1"], "/app/me?x=1", "sid=1"],
    ["not outside of it", ["sid=1"], "/other", ""],
    ["the path given", ["sid=1; Path=/"], "/other", "sid=1"],
    ["a folder, not a prefix", ["sid=1; Path=/app"], "/apple", ""],
    ["a folder itself", ["sid=1; Path=/app"], "/app", "sid=1"],
    ["a folder with a slash", ["sid=1; Path=/app/"], "/app", ""],
    ["a query is no path", ["sid=1; Path=/app"], "/app?/x", "sid=1"],
    ["a path that is none", ["sid=1; Path=app"], "/app/x", "sid=1"],
    ["longer paths first, then older", ["a=1; Path=/", "b=2; Path=/app", "c=3; Path=/"], "/app/x", "b=2; a=1; c=3"],
    ["replaced in its place", ["a=1", "b=2", "a=3"], "/app/x", "a=3; b=2"],
    ["same name, other path", ["a=1; Path=/", "a=2; Path=/app"], "/app/x", "a=2; a=1"],
    ["deleted by Max-Age", ["a=1", "a=; Max-Age=0"], "/app/x", ""],
    ["deleted, then new: the last", ["a=1", "b=2", "a=; Max-Age=0", "a=3"], "/app/x", "b=2; a=3"],
    ["deleted by Expires", ["a=1", "a=x; Expires=Thu, 01 Jan 1970 00:00:00 GMT"], "/app/x", ""],
    ["Max-Age goes before Expires", ["a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=60"], "/app/x", "a=1"],
    ["an Expires nobody understands", ["a=1; Expires=soon"], "/app/x", "a=1"],
    ["attributes of any case", ["a=1; PATH=/; SECURE; httponly; samesite=lax"], "/", "a=1"],
    ["= in the value", ["a=b=c=="], "/app/x", "a=b=c=="],
    ["an empty value", ["a="], "/app/x", "a="],
    ["no name", ["=x", "x", ""], "/app/x", ""],
    ["a line break within", ["a=1\rX-Evil: 1"], "/app/x", ""],
  ] as const)("%s", (_why, headers, path, wanted) => {
    expect(sent(headers, path)).toBe(wanted);
  });

  it("forgets a cookie when its time is over", () => {
    const headers = ["a=1; Max-Age=3600", "b=2; Expires=Sat, 21 Nov 2026 02:00:00 GMT", "c=3"];
    expect([0, 1, 2].map((hours) => sent(headers, "/app/x", hours * HOUR))).toEqual(["a=1; b=2; c=3", "b=2; c=3", "c=3"]);
  });

  it("does not grow without end", () => {
    const names = Array.from({ length: 500 }, (_, i) => `n${i}=1`);
    expect(sent(names, "/app/x").split("; ")).toHaveLength(200);
    expect(sent(names, "/app/x")).toContain("n499=1");
  });
});
