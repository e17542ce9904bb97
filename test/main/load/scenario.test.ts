import { afterEach, describe, expect, it } from "vitest";
import { json, load, serving, stopServing, USERS } from "../../support/askedServer.ts";

afterEach(stopServing);

describe("a scenario in order", () => {
  it("logs every user in, and each goes on with its own token", async () => {
    const { url, asked } = await serving(({ path, body, headers }, response) => {
      if (path === "/login") return json(response, { data: { token: `t-${(JSON.parse(body) as { name: string }).name}-${asked.length}` } });
      json(response, { you: headers.authorization }, headers.authorization?.startsWith("Bearer t-") ? 200 : 401);
    });
    const { total, level } = await load(
      {
        url,
        users: USERS,
        requests: {
          steps: [
            {
              name: "login",
              method: "POST",
              path: "/login",
              headers: [{ name: "Content-Type", value: "application/json" }],
              body: '{"name":"{{user}}"}',
              extract: [{ name: "token", from: "json", path: "$.data.token" }],
              expect: { body: [{ kind: "contains", text: "token" }] },
            },
            { name: "me", path: "/me?as={{user}}", headers: [{ name: "Authorization", value: "Bearer {{token}}" }] },
          ],
        },
      },
      3,
    );
    expect(total.errors).toMatchObject({ status: 0, body: 0 });
    const byClient = Map.groupBy(asked, ({ client }) => client);
    expect(byClient.size).toBe(3);
    const seenUsers = [...byClient.values()].map((own) => {
      const names = new Set(own.filter(({ path }) => path === "/login").map(({ body }) => (JSON.parse(body) as { name: string }).name));
      expect(names.size).toBe(1);
      const [name] = names;
      own.forEach(({ path, headers }, i) => {
        expect(path).toBe(i % 2 === 0 ? "/login" : `/me?as=${name}`);
        if (i % 2 === 1) expect(headers.authorization).toMatch(new RegExp(`^Bearer t-${name}-\\d+$`));
      });
      const tokens = own.flatMap(({ headers }) => headers.authorization ?? []);
      expect(new Set(tokens).size).toBe(tokens.length); // a new one every time, never an old one
      return name;
    });
    expect(seenUsers.sort()).toEqual(["ann", "bob", "cem"]);
    expect(level.answersPerConnection).toHaveLength(3);
  });

  it("begins again when a value is missing, rather than send what makes no sense", async () => {
    const { url, asked } = await serving(({ path }, response) =>
      json(response, path === "/login" && asked.length % 3 === 0 ? { token: 1 } : {}),
    );
    const { total } = await load(
      {
        url,
        requests: {
          steps: [
            { name: "login", path: "/login", extract: [{ name: "token", from: "json", path: "$.token" }] },
            { name: "me", path: "/me/{{token}}" },
          ],
        },
      },
      1,
    );
    expect(asked.filter(({ path }) => path.startsWith("/me")).map(({ path }) => path)).toEqual(
      asked.filter(({ path }) => path.startsWith("/me")).map(() => "/me/1"),
    );
    const [login, me] = total.steps ?? [];
    expect(me?.requests).toBeGreaterThan(10);
    expect(login?.errors.body).toBeGreaterThan(10);
    expect(Math.abs((login?.requests ?? 0) - (login?.errors.body ?? 0) - (me?.requests ?? 0))).toBeLessThanOrEqual(1);
  });

  it("never sends a taken value with a line break in a header", async () => {
    const { url, asked } = await serving((_, response) => json(response, { v: "a\r\nX-Evil: 1" }));
    const { total } = await load(
      {
        url,
        requests: {
          steps: [
            { name: "take", path: "/take", extract: [{ name: "v", from: "json", path: "$.v" }] },
            { name: "send", path: "/send", headers: [{ name: "X-V", value: "{{v}}" }] },
          ],
        },
      },
      1,
    );
    expect(asked.filter(({ path, headers }) => path !== "/take" || "x-evil" in headers)).toEqual([]);
    expect(total.errors.body).toBe(total.requests);
  });
});

describe("a mix", () => {
  it("draws each request by its weight, the same way again with the same seed", async () => {
    const { url, asked } = await serving((_, response) => response.end("ok"));
    const steps = [1, 2, 5].map((weight) => ({ name: `w${weight}`, path: `/${weight}`, weight }));
    const drawn = async (seed: number): Promise<string[]> => {
      asked.length = 0;
      await load({ url, seed, requests: { order: "mix", steps } }, 1);
      return asked.map(({ path }) => path);
    };
    const [first, again, other] = [await drawn(4), await drawn(4), await drawn(5)];
    const same = Math.min(first.length, again.length, other.length, 200);
    expect(again.slice(0, same)).toEqual(first.slice(0, same));
    expect(other.slice(0, same)).not.toEqual(first.slice(0, same));
    const n = first.length;
    for (const [path, share] of [
      ["/1", 1 / 8],
      ["/2", 2 / 8],
      ["/5", 5 / 8],
    ] as const) {
      const count = first.filter((each) => each === path).length;
      expect(Math.abs(count - n * share)).toBeLessThan(4 * Math.sqrt(n * share * (1 - share))); // 4 standard deviations
    }
  });
});
