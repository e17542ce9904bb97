import { afterEach, describe, expect, it } from "vitest";
import { type Asked, json, load, serving, stopServing } from "../../support/askedServer.ts";

afterEach(stopServing);

describe("cookies", () => {
  /** Gives a new session to whoever has none. */
  const sessions = () =>
    serving(({ headers }, response) => {
      const has = /sid=\d+/.test(headers.cookie ?? "");
      if (!has) response.setHeader("set-cookie", `sid=${++given}; Path=/; HttpOnly`);
      json(response, {});
    });
  let given = 0;
  const sids = (asked: readonly Asked[]) => new Set(asked.map(({ headers }) => headers.cookie));

  it.each([
    // mode             sessions of 4 connections
    ["per-connection", 4, 4],
    ["shared", 1, 4], // all may ask before the first answer is there
  ] as const)("%s", async (cookies, least, most) => {
    given = 0;
    const { url, asked } = await sessions();
    const { total } = await load({ url, cookies, headers: [{ name: "Cookie", value: "lang=de" }] }, 4);
    expect(given).toBeGreaterThanOrEqual(least);
    expect(given).toBeLessThanOrEqual(most);
    expect(total.requests).toBeGreaterThan(100);
    for (const own of Map.groupBy(asked, ({ client }) => client).values()) {
      const [, ...later] = own;
      if (cookies === "per-connection") expect(sids(later).size).toBe(1);
      expect(later.every(({ headers }) => /^lang=de; sid=\d+$/.test(headers.cookie ?? ""))).toBe(true);
    }
    if (cookies === "shared") expect(sids(asked.slice(-20)).size).toBe(1);
  });

  it("none: every request asks for a new session", async () => {
    given = 0;
    const { url, asked } = await sessions();
    await load({ url }, 2);
    expect(given).toBe(asked.length);
  });

  it("a cookie the server sets goes before the generated one of that name", async () => {
    const { url, asked } = await serving(({ headers }, response) => {
      if (headers.cookie !== "sid=fixed") response.setHeader("set-cookie", "sid=fixed");
      json(response, {});
    });
    await load({ url, cookies: "per-connection", sessionCookie: "sid" }, 2);
    expect(asked.filter(({ headers }) => headers.cookie !== "sid=fixed")).toHaveLength(2);
  });
});
