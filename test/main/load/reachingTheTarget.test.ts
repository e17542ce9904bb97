import dns from "node:dns";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Plan } from "../../../app/model/plan.ts";
import { preflight } from "../../../main/load/preflight.ts";
import { authority, good, privateKey, selfSigned } from "../../support/hostileServers/certificates.ts";
import { drive } from "../../support/hostileServers/drive.ts";
import { type Exchange, type HostileServer, hostileServer, OK, reply, replyAndEnd } from "../../support/hostileServers/hostileServer.ts";

const answer = (exchange: Exchange) => reply(exchange, OK);

let server: HostileServer;
afterEach(async () => {
  vi.restoreAllMocks();
  await server.close();
});

describe("TLS", () => {
  it("answers over one connection, its handshake counted as connect time", async () => {
    server = await hostileServer(answer, { tls: { key: privateKey, cert: good } });
    const driven = await drive(server.url, 5, { certificateAuthority: authority });
    expect(driven.story).toEqual(Array(5).fill("200"));
    expect([driven.connectUs.length, server.connections]).toEqual([1, 1]);
  });

  it("a body that ends with the connection", async () => {
    server = await hostileServer((exchange) => replyAndEnd(exchange, "HTTP/1.1 200 OK\r\n\r\nhello"), {
      tls: { key: privateKey, cert: good },
    });
    const driven = await drive(server.url, 3, { certificateAuthority: authority });
    expect(driven.story).toEqual(["200", "200", "200"]);
  });

  it("sends nothing to a server whose certificate it does not trust", async () => {
    server = await hostileServer(answer, { tls: { key: privateKey, cert: selfSigned } });
    const driven = await drive(server.url, 2);
    expect([driven.story, driven.sent, server.exchanges.length]).toEqual([["connect", "connect"], 0, 0]);
    expect(driven.errors[0]).toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  });
});

describe("IPv6", () => {
  it("by address", async () => {
    server = await hostileServer(answer, { host: "::1" });
    expect(server.url).toContain("[::1]");
    expect((await drive(server.url, 3)).story).toEqual(["200", "200", "200"]);
    expect(await preflight(Plan.parse({ url: server.url }))).toMatchObject({ address: "::1", isThisMachine: true });
  });

  it("by a localhost that listens on IPv6 only, though the name has an IPv4 address too", async () => {
    server = await hostileServer(answer, { host: "::1" });
    const addresses = [
      { address: "127.0.0.1", family: 4 },
      { address: "::1", family: 6 },
    ];
    const lookup = ((...args: unknown[]) =>
      (args.at(-1) as (error: null, found: typeof addresses) => void)(null, addresses)) as typeof dns.lookup;
    const asked = vi.spyOn(dns, "lookup").mockImplementation(lookup);
    const driven = await drive(`http://localhost:${server.port}/`, 4, { keepAlive: false });
    expect(driven.story).toEqual(Array(4).fill("200"));
    expect(asked).toHaveBeenCalledTimes(1); // the address that answered is kept
  });
});
