import { afterEach, describe, expect, it } from "vitest";
import { json, load, serving, stopServing, USERS } from "../../support/askedServer.ts";

afterEach(stopServing);

describe("users", () => {
  it("keep their row on their connection, row i modulo the rows", async () => {
    const { url, asked } = await serving((_, response) => json(response, {}));
    await load(
      {
        url: `${url}/{{user}}?t={{town}}`,
        method: "POST",
        users: USERS,
        headers: [{ name: "X-User", value: "{{user}}" }],
        body: "{{town}}",
      },
      4,
    );
    const byClient = [...Map.groupBy(asked, ({ client }) => client).values()];
    const seen = byClient.map((own) => new Set(own.map(({ path, headers, body }) => `${path} ${headers["x-user"]} ${body}`)));
    expect(seen.every((one) => one.size === 1)).toBe(true);
    expect(seen.map(([one]) => one).sort()).toEqual(
      ["/ann?t=K%C3%B6ln ann Köln", "/ann?t=K%C3%B6ln ann Köln", '/bob?t=a%20%22b%22,%20c bob a "b", c', "/cem?t=x cem x"].sort(),
    );
  });

  it("count without a number coming twice, over threads too, and have a new uuid every time", async () => {
    const { url, asked } = await serving((_, response) => json(response, {}));
    await load({ url: `${url}/{{counter}}/{{uuid}}/{{random}}`, threads: 2 }, 5);
    const parts = asked.map(({ path }) => path.split("/"));
    expect(new Set(parts.map(([, counter]) => counter)).size).toBe(asked.length);
    expect(new Set(parts.map(([, , uuid]) => uuid)).size).toBe(asked.length);
    expect(Math.min(...parts.map(([, counter]) => Number(counter)))).toBe(1);
  });
});
