import { request } from "node:http";
import { connect } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import WebSocket from "ws";
import { Engine } from "../../../main/engine/engine.ts";
import { type PlateauServer, startServer } from "../../../main/server/server.ts";
import { SessionStore } from "../../../main/store/sessionStore.ts";

const files = new Map([["/index.html", { type: "text/html", content: Buffer.from("<h1>Plateau</h1>") }]]);
let engine: Engine;
let server: PlateauServer;

beforeEach(async () => {
  engine = new Engine(new SessionStore(":memory:"));
  server = await startServer(engine, files, 0);
});
afterEach(async () => {
  await server.close();
  await engine.close();
});

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

function get(path: string, headers: Record<string, string> = {}, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: server.port, path, headers, method }, (response) => {
      let body = "";
      response.on("data", (chunk) => {
        body += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

const entrance = (): string => server.url.slice(server.url.indexOf("/", 8));

async function cookie(): Promise<string> {
  const { headers } = await get(entrance());
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}

/** The status an upgrade is answered with; 101 when it is let in. */
function upgrade(headers: Record<string, string>, path = "/channel"): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}${path}`, { headers });
    socket.on("open", () => {
      socket.close();
      resolve(101);
    });
    socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
    socket.on("error", () => {});
  });
}

describe("the door", () => {
  it("exchanges the token once for a strict cookie, and shows the interface for the cookie only", async () => {
    const first = await get(entrance());
    expect(first.status).toBe(303);
    expect(first.headers.location).toBe("/");
    expect(String(first.headers["set-cookie"])).toMatch(/HttpOnly; SameSite=Strict/);
    expect((await get(entrance())).status).toBe(403);
    expect((await get("/")).status).toBe(403);
    const inside = await get("/", { cookie: String(first.headers["set-cookie"]).split(";")[0] ?? "" });
    expect(inside).toMatchObject({ status: 200, body: "<h1>Plateau</h1>" });
    expect(inside.headers["content-security-policy"]).toContain("script-src 'self'");
  });

  it("refuses a wrong token, and keeps the right one good", async () => {
    expect((await get("/?token=wrong")).status).toBe(403);
    expect((await get(entrance())).status).toBe(303);
  });

  it("answers no other Host: a name rebound to this address gets nothing", async () => {
    expect((await get(entrance(), { host: `evil.example:${server.port}` })).status).toBe(421);
    expect((await get(entrance())).status).toBe(303);
  });

  it("has only its own files: no path leads out", async () => {
    const pass = await cookie();
    for (const path of ["/../package.json", "/%2e%2e/package.json", "/..%2fpackage.json", "//etc/passwd", "/index.html/../../x"]) {
      expect((await get(path, { cookie: pass })).status).toBe(404);
    }
    expect((await get("/", { cookie: pass }, "POST")).status).toBe(404);
  });

  it("listens on loopback only", async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address !== undefined && !address.internal && address.family === "IPv4");
    if (outside === undefined) return; // this machine has no other address to knock at
    const refused = await new Promise((resolve) => {
      const socket = connect(server.port, outside.address);
      socket.on("connect", () => resolve(false)).on("error", () => resolve(true));
    });
    expect(refused).toBe(true);
  });

  it("says when the port is taken", async () => {
    await expect(startServer(engine, files, server.port)).rejects.toMatchObject({
      code: "PORT_TAKEN",
      message: expect.stringContaining("another program listens there"),
    });
  });
});

describe("the channel", () => {
  const origin = (): string => `http://127.0.0.1:${server.port}`;

  it.each([
    ["no cookie", (_pass: string) => ({ origin: origin() }), 403],
    ["a wrong cookie", (_pass: string) => ({ origin: origin(), cookie: `plateau-${server.port}=x` }), 403],
    ["another site's page", (pass: string) => ({ origin: "https://evil.example", cookie: pass }), 403],
    ["no origin at all", (pass: string) => ({ cookie: pass }), 403],
    [
      "another host's name",
      (pass: string) => ({ origin: `http://evil.example:${server.port}`, host: `evil.example:${server.port}`, cookie: pass }),
      403,
    ],
    ["our own page", (pass: string) => ({ origin: origin(), cookie: pass }), 101],
  ] as const)("%s -> %3$i", async (_who, headers, status) => {
    expect(await upgrade(headers(await cookie()) as Record<string, string>)).toBe(status);
  });

  it("is nowhere but at /channel", async () => {
    expect(await upgrade({ origin: origin(), cookie: await cookie() }, "/other")).toBe(403);
  });

  it("answers calls, refuses bad ones in words, and hears out nonsense", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/channel`, { headers: { origin: origin(), cookie: await cookie() } });
    const replies: Record<string, unknown>[] = [];
    socket.on("message", (data) => replies.push(JSON.parse(String(data))));
    await new Promise((resolve) => socket.on("open", resolve));
    socket.send("{ not json");
    socket.send(JSON.stringify({ id: 1, call: "no:such", input: null }));
    socket.send(JSON.stringify({ id: 2, call: "session:open", input: "no-such-session" }));
    socket.send(JSON.stringify({ id: 3, call: "run:start", input: { url: "" } }));
    socket.send(JSON.stringify({ id: 4, call: "engine:about", input: null }));
    await expect.poll(() => replies.length).toBe(3);
    const by = (id: number) => replies.find((reply) => reply.id === id);
    expect(by(2)).toMatchObject({ ok: false, error: { code: "SESSION_UNKNOWN" } });
    expect(by(3)).toMatchObject({ ok: false, error: { code: "CALL_INVALID" } });
    expect(by(4)).toMatchObject({ ok: true, value: { running: null, store: ":memory:" } });
    socket.close();
  });

  it("drops a socket that sends more than a plan can be", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${server.port}/channel`, { headers: { origin: origin(), cookie: await cookie() } });
    await new Promise((resolve) => socket.on("open", resolve));
    const closed = new Promise((resolve) => socket.on("close", resolve));
    socket.on("error", () => {});
    socket.send("x".repeat(2_000_000));
    await closed;
    expect((await get(entrance())).status).toBe(403); // the server itself goes on
  });
});
