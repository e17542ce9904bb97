import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { PlateauError } from "../../../app/model/errors.ts";
import { Plan, type PlanInput } from "../../../app/model/plan.ts";
import { type PreflightOptions, preflight } from "../../../main/load/preflight.ts";
import { areOfThisMachine, isThisMachine } from "../../../main/load/thisMachine.ts";
import { authority, expired, good, privateKey, selfSigned, wrongName } from "../../support/hostileServers/certificates.ts";
import { type Exchange, type HostileServer, hostileServer, OK, reply } from "../../support/hostileServers/hostileServer.ts";

let server: HostileServer | null = null;
afterEach(async () => {
  await server?.close();
  server = null;
});

const answering = async (status: string, ...headers: string[]): Promise<string> => {
  const lines = headers.map((line) => `${line}\r\n`).join("");
  server = await hostileServer((exchange: Exchange) => reply(exchange, `HTTP/1.1 ${status}\r\n${lines}Content-Length: 0\r\n\r\n`));
  return server.url;
};

/** "CODE sentence", with the server's url as URL. */
async function refusal(input: PlanInput, options: PreflightOptions = {}): Promise<string> {
  try {
    await preflight(Plan.parse({ timeoutMs: 2000, ...input }), options);
  } catch (error) {
    if (!(error instanceof PlateauError)) throw error;
    return `${error.code} ${error.message.replace(input.url, "URL")}`;
  }
  return "let through";
}

describe("preflight()", () => {
  it("asks once, and tells who answered", async () => {
    const url = await answering("200 OK");
    const seen = await preflight(Plan.parse({ url }));
    expect(seen).toMatchObject({ status: 200, address: "127.0.0.1", port: server?.port, isThisMachine: true, warnings: [] });
    expect(seen.connectMs).toBeGreaterThan(0);
    expect(server?.exchanges.map((exchange) => exchange.head.split("\r\n")[0])).toEqual(["GET / HTTP/1.1"]);
  });

  it("asks as planned: method, headers, body", async () => {
    const asked: string[] = [];
    const shop = createServer((request, response) => {
      request.setEncoding("utf8").on("data", (text) => asked.push(`${request.method} ${request.headers["x-id"]} ${text}`));
      request.on("end", () => response.end());
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => shop.once("listening", resolve));
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
    await preflight(Plan.parse({ url, method: "POST", body: '{"a":1}', headers: [{ name: "X-Id", value: "7" }] }));
    shop.close();
    expect(asked).toEqual(['POST 7 {"a":1}']);
  });

  it.each([
    ["200 OK", [], "let through"],
    ["304 Not Modified", [], "let through"],
    [
      "301 Moved",
      ["Location: /login?next=a"],
      /^PLAN_INVALID URL : answers 301, a redirect to http:\/\/127.0.0.1:\d+\/login\?next=a \(load that url instead\)$/,
    ],
    ["302 Found", [], /^PLAN_INVALID URL : answers 302, a redirect that does not say where to/],
    ["401 Unauthorized", [], /^PLAN_INVALID URL : answers 401, .*-H 'Authorization: ...'/],
    ["403 Forbidden", [], /^PLAN_INVALID URL : answers 403, .*-H 'Authorization: ...'/],
    ["404 Not Found", [], /^PLAN_INVALID URL : answers 404, .*is \/ the right path\?/],
    ["405 Method Not Allowed", ["Allow: POST, PUT"], "PLAN_INVALID URL : answers 405, it does not take GET (it takes POST, PUT)"],
    ["422 Unprocessable", [], /^PLAN_INVALID URL : answers 422, .*check method, headers and body/],
  ] as const)("answers of %s %s", async (status, headers, expected) => {
    const said = await refusal({ url: await answering(status, ...headers) });
    if (typeof expected === "string") expect(said).toBe(expected);
    else expect(said).toMatch(expected);
  });

  it.each([
    ["503 Service Unavailable", /answers 503 already at rest/],
    ["429 Too Many Requests", /answers 429, it limits how often/],
  ])("lets %s through with a warning: it may be what is looked for", async (status, expected) => {
    const { warnings } = await preflight(Plan.parse({ url: await answering(status) }));
    expect(warnings).toEqual([expect.stringMatching(expected)]);
  });

  it.each([
    ["localhost:3000", "PLAN_INVALID URL : the url does not say how to call the target (http://localhost:3000 would)"],
    ["ftp://localhost/", "PLAN_INVALID URL : Plateau does not speak ftp (it loads http://, https:// and unix:)"],
    ["http://", "PLAN_INVALID URL : not a url (http://localhost:3000/ is one)"],
    ["http://no-such-host.invalid/", /^TARGET_UNREACHABLE no-such-host.invalid : (no such host|the name cannot be looked up now)/],
  ])("refuses %s", async (url, expected) => {
    const said = await refusal({ url });
    if (typeof expected === "string") expect(said).toBe(expected);
    else expect(said).toMatch(expected);
  });

  it("says that nothing listens", async () => {
    const url = await answering("200 OK");
    await server?.close();
    expect(await refusal({ url })).toMatch(
      /^TARGET_UNREACHABLE URL : nothing listens on 127.0.0.1:\d+ \(start the target, or check the port\)$/,
    );
  });

  it("says that there was no answer in time", async () => {
    server = await hostileServer(() => {});
    expect(await refusal({ url: server.url, timeoutMs: 200 })).toMatch(/^TARGET_UNREACHABLE URL : connected, but no answer within 200 ms/);
  });

  it("says that what answers is not HTTP", async () => {
    server = await hostileServer((exchange) => reply(exchange, "-ERR unknown command 'GET'\r\n"));
    expect(await refusal({ url: server.url })).toMatch(/^TARGET_UNREACHABLE URL : what answers is not HTTP/);
  });

  it("says when the target closes the connection, and how far it came", async () => {
    server = await hostileServer((exchange) => exchange.socket.end("HTTP/1.1 200 OK\r\n"));
    expect(await refusal({ url: server.url })).toBe(
      "TARGET_UNREACHABLE URL : the target closed the connection after 17 bytes, in the middle of its answer (see its log)",
    );
  });

  it("warns of headers it does not send", async () => {
    const plan = Plan.parse({ url: await answering("200 OK"), headers: [{ name: "Connection", value: "upgrade" }] });
    expect((await preflight(plan)).warnings).toEqual(["Connection : not sent (Plateau frames its requests itself)"]);
  });
});

describe("preflight() over TLS", () => {
  const secure = async (certificate: string) => {
    server = await hostileServer((exchange) => reply(exchange, OK), { tls: { key: privateKey, cert: certificate } });
    return server.url;
  };

  it("loads a target whose certificate is trusted", async () => {
    const url = await secure(good);
    expect(await preflight(Plan.parse({ url }), { certificateAuthority: authority })).toMatchObject({ status: 200, address: "127.0.0.1" });
  });

  it.each([
    ["self-signed", selfSigned, /its certificate is self-signed \(make it trusted with NODE_EXTRA_CA_CERTS/],
    ["expired", expired, /its certificate has expired/],
    ["for another name", wrongName, /its certificate is for another name, shop.example/],
  ])("refuses a certificate that is %s", async (_why, certificate, expected) => {
    const said = await refusal({ url: await secure(certificate) }, { certificateAuthority: authority });
    expect(said).toMatch(expected);
    expect(said).toMatch(/^TARGET_UNREACHABLE URL : /);
  });

  it("refuses a certificate of an authority nobody knows", async () => {
    expect(await refusal({ url: await secure(good) })).toMatch(/^TARGET_UNREACHABLE URL : nobody trusted has signed its certificate/);
  });

  it("says when https:// is asked of a port that speaks HTTP", async () => {
    const shop = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
    await new Promise((resolve) => shop.once("listening", resolve));
    const url = `https://127.0.0.1:${(shop.address() as AddressInfo).port}/`;
    const said = await refusal({ url });
    shop.close();
    expect(said).toBe(`TARGET_UNREACHABLE URL : this port does not speak HTTPS (load ${url.replace("https", "http")})`);
  });

  it("says when http:// is asked of a port that speaks HTTPS", async () => {
    const url = (await secure(good)).replace("https", "http");
    expect(await refusal({ url })).toBe(`TARGET_UNREACHABLE URL : this port speaks HTTPS (load ${url.replace("http", "https")})`);
  });
});

describe("which machine", () => {
  it("refuses another machine before anything is sent", async () => {
    expect(await refusal({ url: "http://192.0.2.1:9/", timeoutMs: 60_000 })).toBe(
      "TARGET_REMOTE 192.0.2.1 : this is another machine, and load on it may harm others (with --allow-remote Plateau loads it)",
    );
  });

  it.each([
    [["127.0.0.1"], true],
    [["127.8.9.10", "::1"], true],
    [["::ffff:127.0.0.1"], true],
    [["::ffff:7f00:1"], true],
    [["0.0.0.0"], true],
    [["192.0.2.1"], false],
    [["127.0.0.1", "192.0.2.1"], false],
    [["2001:db8::1"], false],
    [[], false],
  ])("%j is this machine: %s", (addresses, expected) => {
    expect(areOfThisMachine(addresses)).toBe(expected);
  });

  it("knows its own interfaces and localhost", async () => {
    const own = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map((one) => one.address));
    expect(areOfThisMachine(own)).toBe(true);
    expect(await isThisMachine("localhost")).toBe(true);
  });
});
