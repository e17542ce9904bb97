import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { Plan, type PlanInput } from "../../../app/model/plan.ts";
import { LatencyHistogram } from "../../../app/statistics/latencyHistogram.ts";
import { preflight } from "../../../main/load/preflight.ts";
import { type Measured, measure } from "../../support/hostileServers/measure.ts";

interface Asked {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly client: number; // the connection's port
}

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that keeps what it was asked, and answers as told; its url. */
async function serving(answer: (asked: Asked, response: ServerResponse) => void): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url = "", method = "", headers, socket } = request;
      const one = { path: url, method, headers, body: Buffer.concat(chunks).toString("utf8"), client: socket.remotePort ?? 0 };
      asked.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

/** All ticks together, the warm-up's too, so that nothing falls between the server's count and ours but what was cut off at the end. */
async function load(input: PlanInput, connections: number): Promise<Measured> {
  return measure({ warmupMs: 0, durationMs: 500, ...input }, connections);
}

const USERS = {
  columns: ["user", "town"],
  rows: [
    ["ann", "Köln"],
    ["bob", 'a "b", c'],
    ["cem", "x"],
  ],
};

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

describe("checks", () => {
  it("count answers of another status, and bodies of another text, apart; their latencies too", async () => {
    const kinds = [
      (response: ServerResponse) => response.end("welcome"),
      (response: ServerResponse) => response.end("Sorry"),
      (response: ServerResponse) => response.writeHead(202).end("welcome"),
      (response: ServerResponse) => response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("a welcome packed")),
      (response: ServerResponse) => response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync("packed without")),
    ];
    const { url } = await serving((_, response) => void kinds[asks++ % kinds.length]?.(response));
    let asks = 0;
    const { total, latencies } = await load({ url, expect: { status: [200, 201], body: [{ kind: "contains", text: "welcome" }] } }, 1);
    const fifth = total.requests / 5;
    expect(fifth).toBeGreaterThan(10);
    expect(Math.abs(total.errors.status - fifth)).toBeLessThan(2);
    expect(Math.abs(total.errors.body - 2 * fifth)).toBeLessThan(2);
    expect(latencies.count).toBe(total.requests - total.errors.status - total.errors.body);
    expect(total.failedLatencies.count).toBe(total.errors.status + total.errors.body);
  });

  it("take 404 for good where it is expected", async () => {
    const { url } = await serving((_, response) => json(response, {}, 404));
    const { total } = await load({ url, expect: { status: [404] } }, 1);
    expect([total.errors.status, total.latencies.count]).toEqual([0, total.requests]);
  });

  it("take a body beyond a megabyte for a wrong one, and keep memory for no more", async () => {
    const big = Buffer.alloc(1_100_000, "a");
    const { url } = await serving((_, response) => response.end(big));
    const { total } = await load({ url, expect: { body: [{ kind: "contains", text: "a" }] } }, 1);
    expect(total.requests).toBeGreaterThan(3);
    expect(total.errors.body).toBe(total.requests);
  });

  it("warn before the load, and say what came instead", async () => {
    const { url } = await serving((_, response) => json(response, { state: "down" }));
    const of = async (more: Partial<PlanInput>) => (await preflight(Plan.parse({ url: `${url}/`, ...more }))).warnings;
    expect(await of({ expect: { body: [{ kind: "json", path: "$.state", value: "up" }] } })).toEqual([
      `${url}/ : came $.state = "down", not $.state = "up" (every such answer will count as an error)`,
    ]);
    expect(await of({ expect: { status: [201] } })).toEqual([
      `${url}/ : came status 200, not 201 (every such answer will count as an error)`,
    ]);
    const steps = [{ name: "first", path: "/", extract: [{ name: "id", from: "header" as const, header: "x-id" }] }];
    expect(await of({ requests: { steps } })).toEqual([
      "first : came nothing to take as {{id}} (every such answer will count as an error)",
    ]);
    expect(await of({})).toEqual([]);
  });

  it("let a status pass the preflight that is expected, and refuse a name without a value", async () => {
    const { url } = await serving((_, response) => json(response, {}, 404));
    expect((await preflight(Plan.parse({ url, expect: { status: ["4xx"] } }))).warnings).toEqual([]);
    await expect(preflight(Plan.parse({ url: `${url}/{{id}}` }))).rejects.toThrow("{{id}} in the path : no value of that name");
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

describe("per step and per connection", () => {
  it("counts and times each step as the server saw it", async () => {
    const { url, asked } = await serving(({ path }, response) => {
      if (path === "/bad") return void response.writeHead(500).end();
      setTimeout(() => response.end(path), path === "/slow" ? 30 : 0);
    });
    const steps = ["/fast", "/slow", "/bad"].map((path) => ({ name: path.slice(1), path }));
    const { total, ticks } = await load({ url, requests: { steps }, threads: 2, durationMs: 1000 }, 4);
    const told = total.steps ?? [];
    expect(told.map(({ step }) => step)).toEqual([0, 1, 2]);
    for (const { step, requests, errors, latencies } of told) {
      const seen = asked.filter(({ path }) => path === steps[step]?.path).length;
      expect(seen - requests).toBeGreaterThanOrEqual(0);
      expect(seen - requests).toBeLessThanOrEqual(4); // in flight when the window ended, one per connection
      expect(errors.status).toBe(step === 2 ? requests : 0);
      expect(latencies.count).toBe(step === 2 ? 0 : requests);
    }
    const median = (step: number) => LatencyHistogram.from(told[step]?.latencies ?? total.latencies).quantile(0.5) / 1000;
    expect(median(1)).toBeGreaterThan(28);
    expect(median(0)).toBeLessThan(15);
    expect(told.reduce((sum, { requests }) => sum + requests, 0)).toBe(total.requests);
    expect(ticks.every((tick) => tick.steps !== undefined)).toBe(true);
  });

  it("counts the answers of each connection as the server saw them, and leaves ticks without a scenario alone", async () => {
    const slow = new Set<number>();
    const { url, asked } = await serving(({ client }, response) => {
      if (slow.size < 1) slow.add(client);
      setTimeout(() => response.end(), slow.has(client) ? 40 : 5);
    });
    const { level, total } = await load({ url, durationMs: 1000 }, 4);
    const counted = [...(level.answersPerConnection ?? [])].sort((a, b) => a - b);
    const seen = [...Map.groupBy(asked, ({ client }) => client).values()].map(({ length }) => length).sort((a, b) => a - b);
    counted.forEach((count, i) => {
      expect(Math.abs((seen[i] ?? 0) - count)).toBeLessThanOrEqual(1);
    });
    expect(counted).toHaveLength(4);
    expect((counted[0] ?? 0) * 3).toBeLessThan(counted[3] ?? 0);
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(total.requests);
    expect(total.steps).toBeUndefined();
  });
});
