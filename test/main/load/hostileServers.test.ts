import { afterEach, describe, expect, it } from "vitest";
import { drive } from "../../support/hostileServers/drive.ts";
import { type Exchange, type HostileServer, hostileServer, OK, reply, replyAndEnd } from "../../support/hostileServers/hostileServer.ts";

const head = (status: string, ...headers: string[]): string => `HTTP/1.1 ${status}\r\n${headers.map((line) => `${line}\r\n`).join("")}\r\n`;
const TEN_MEGABYTES = 10 * 1024 * 1024;

let server: HostileServer | null = null;
afterEach(() => server?.close());

async function serving(answer: (exchange: Exchange) => void): Promise<string> {
  server = await hostileServer(answer);
  return server.url;
}

describe("answers are told from one another", () => {
  it.each([
    ["chunked", `${head("200 OK", "Transfer-Encoding: chunked")}5\r\nhello\r\n0\r\n\r\n`, "200"],
    ["chunked with trailers", `${head("200 OK", "Transfer-Encoding: chunked")}5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n`, "200"],
    ["chunked after another coding", `${head("200 OK", "Transfer-Encoding: gzip, chunked")}5\r\nhello\r\n0\r\n\r\n`, "200"],
    ["204 without a length", head("204 No Content"), "204"],
    ["304 that tells the length of what it does not send", head("304 Not Modified", "Content-Length: 500"), "304"],
    ["100 before the answer", head("100 Continue") + OK, "200"],
    ["103 before the answer", head("103 Early Hints", "Link: </a.css>") + OK, "200"],
    ["an error page", `${head("503 Service Unavailable", "Content-Length: 4")}busy`, "503"],
    ["an empty body", head("200 OK", "Content-Length: 0"), "200"],
    ["header names in odd case", `${head("200 OK", "cOnTeNt-LeNgTh: 2")}ok`, "200"],
    ["no reason phrase", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", "200"],
    ["bare line feeds", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", "200"],
  ])("%s", async (_name, bytes, status) => {
    const driven = await drive(await serving((exchange) => reply(exchange, bytes)), 5);
    expect(driven.story).toEqual(Array(5).fill(status));
    expect(driven.connectUs).toHaveLength(1);
    expect(server?.exchanges.length).toBe(driven.sent);
  });

  it("an interim answer that comes long before the answer does not end the request", async () => {
    const url = await serving((exchange) => {
      exchange.socket.write(head("102 Processing"));
      setTimeout(reply, 40, exchange, OK);
    });
    const driven = await drive(url, 3);
    expect(driven.story).toEqual(["200", "200", "200"]);
    expect(Math.min(...driven.latenciesUs)).toBeGreaterThan(38_000);
  });

  it("HEAD ends with the header block, whatever length it tells", async () => {
    const url = await serving((exchange) => reply(exchange, head("200 OK", "Content-Length: 1000000")));
    expect((await drive(url, 5, { method: "HEAD" })).story).toEqual(Array(5).fill("200"));
    const unsized = await serving((exchange) => reply(exchange, head("200 OK")));
    const driven = await drive(unsized, 5, { method: "HEAD" });
    expect([driven.story.length, driven.connectUs.length]).toEqual([5, 1]);
  });

  it("a header block that comes byte by byte", async () => {
    const url = await serving((exchange) => {
      const bytes = [...head("200 OK", "Content-Length: 5"), "hello"];
      const next = () => {
        const byte = bytes.shift();
        if (byte === undefined) return;
        exchange.socket.write(byte);
        setImmediate(next);
      };
      next();
    });
    expect((await drive(url, 3)).story).toEqual(["200", "200", "200"]);
  });

  it("a body of 10 MB is counted, not kept", async () => {
    const body = Buffer.alloc(TEN_MEGABYTES, 120);
    const url = await serving((exchange) => {
      exchange.socket.write(head("200 OK", `Content-Length: ${TEN_MEGABYTES}`));
      reply(exchange, body);
    });
    const driven = await drive(url, 3, { timeoutMs: 20_000, mostMs: 20_000 });
    expect(driven.story).toEqual(["200", "200", "200"]);
    expect(driven.bytesReceived).toBeGreaterThan(3 * TEN_MEGABYTES);
    expect(driven.bytesReceived).toBeLessThan(3 * TEN_MEGABYTES + 1000);
  });

  it("two answers glued together are not paired with two requests", async () => {
    const driven = await drive(await serving((exchange) => reply(exchange, OK + OK)), 5);
    expect(driven.story).toEqual(Array(5).fill("200"));
    expect([driven.sent, server?.exchanges.length, driven.connectUs.length]).toEqual([5, 5, 5]);
  });
});

describe("a connection that ends", () => {
  it("as announced loses nothing and counts as no error", async () => {
    const driven = await drive(
      await serving((exchange) => replyAndEnd(exchange, `${head("200 OK", "Connection: close", "Content-Length: 2")}ok`)),
      6,
    );
    expect(driven.story).toEqual(Array(6).fill("200"));
    expect([driven.sent, server?.exchanges.length, driven.connectUs.length]).toEqual([6, 6, 6]);
  });

  it("as HTTP/1.0 does, is opened anew without a pause", async () => {
    const driven = await drive(await serving((exchange) => replyAndEnd(exchange, "HTTP/1.0 200 OK\r\n\r\nhello")), 6);
    expect(driven.story).toEqual(Array(6).fill("200"));
    expect(driven.tookMs).toBeLessThan(500);
  });

  it("without a word every third answer never mixes up later answers", async () => {
    const url = await serving((exchange) => {
      setTimeout(() => (exchange.numberOnConnection === 3 ? replyAndEnd(exchange, OK) : reply(exchange, OK)), 20);
    });
    const driven = await drive(url, 12);
    expect(driven.story.filter((word) => word === "200").length).toBeGreaterThanOrEqual(9);
    expect(driven.story.filter((word) => word !== "200").every((word) => word === "receive lost" || word === "send lost")).toBe(true);
    expect(Math.min(...driven.latenciesUs)).toBeGreaterThan(18_000);
    expect(Math.max(...driven.latenciesUs)).toBeLessThan(60_000);
  });

  it("in the middle of a sized body is a receive error", async () => {
    const driven = await drive(await serving((exchange) => replyAndEnd(exchange, `${head("200 OK", "Content-Length: 100")}half`)), 3);
    expect(driven.story).toEqual(["receive", "receive", "receive"]);
    expect(driven.tookMs).toBeGreaterThan(25); // 10 + 20 ms of back-off between the three
  });

  it("in the middle of an answer leaves nothing of it behind for the next one", async () => {
    const half = `${head("200 OK", "Content-Length: 100")}half`;
    const url = await serving((exchange) => (exchange.number === 1 ? replyAndEnd(exchange, half) : reply(exchange, OK)));
    expect((await drive(url, 4)).story).toEqual(["receive", "200", "200", "200"]);
  });

  it("and still says something afterwards is not listened to", async () => {
    const url = await serving((exchange) => {
      setTimeout(() => {
        reply(exchange, `${head("200 OK", "Connection: close", "Content-Length: 2")}ok`);
        setTimeout(() => exchange.socket.end(OK), 10);
      }, 30);
    });
    const driven = await drive(url, 4);
    expect(driven.story).toEqual(Array(4).fill("200"));
    expect(Math.min(...driven.latenciesUs)).toBeGreaterThan(28_000);
  });

  it("after it has answered is opened anew without a pause", async () => {
    const url = await serving((exchange) => (exchange.numberOnConnection === 2 ? exchange.socket.destroy() : reply(exchange, OK)));
    const driven = await drive(url, 60);
    expect(driven.story.filter((word) => word === "200").length).toBe(30);
    expect(driven.tookMs).toBeLessThan(250); // with a pause of 10 ms it would be 300 at the least
  });

  it("in the middle of a chunk is a receive error", async () => {
    const url = await serving((exchange) => replyAndEnd(exchange, `${head("200 OK", "Transfer-Encoding: chunked")}5\r\nhe`));
    expect((await drive(url, 2)).story).toEqual(["receive", "receive"]);
  });

  it("with a reset in the middle of the answer is a receive error", async () => {
    const url = await serving((exchange) => {
      exchange.socket.write(head("200 OK", "Content-Length: 100"));
      setTimeout(() => exchange.socket.resetAndDestroy(), 10);
    });
    expect((await drive(url, 3)).story).toEqual(["receive", "receive", "receive"]);
  });

  it("before the first byte is a lost request", async () => {
    const url = await serving((exchange) => void exchange.socket.end());
    expect((await drive(url, 2)).story).toEqual(["receive lost", "receive lost"]);
  });

  it("after something that is not HTTP is a receive error", async () => {
    const driven = await drive(await serving((exchange) => reply(exchange, "SSH-2.0-OpenSSH_9.9\r\n")), 2);
    expect(driven.story).toEqual(["receive", "receive"]);
  });
});

describe("a target that does not answer", () => {
  it("refuses: tries at 10 ms, doubling, up to once a second", async () => {
    const url = await serving(() => {});
    await server?.close();
    const driven = await drive(url, 100, { mostMs: 1500 });
    expect(new Set(driven.story)).toEqual(new Set(["connect"]));
    expect(driven.story.length).toBeGreaterThanOrEqual(6); // at 0, 10, 30, 70, 150, 310, 630, 1270 ms
    expect(driven.story.length).toBeLessThanOrEqual(8);
    expect(driven.sent).toBe(0);
  });

  it("accepts and is silent: times out, on a new connection each time", async () => {
    const driven = await drive(await serving(() => {}), 3, { timeoutMs: 100 });
    expect(driven.story).toEqual(["timeout", "timeout", "timeout"]);
    expect([driven.sent, driven.connectUs.length]).toEqual([3, 3]);
    expect(driven.tookMs).toBeGreaterThan(295);
    expect(driven.tookMs).toBeLessThan(600);
  });

  it("hangs every third time: the late answer never reaches a later request", async () => {
    const url = await serving((exchange) => setTimeout(reply, exchange.number % 3 === 0 ? 150 : 10, exchange, OK));
    const driven = await drive(url, 9, { timeoutMs: 100 });
    expect(driven.story).toEqual(["200", "200", "timeout", "200", "200", "timeout", "200", "200", "timeout"]);
    expect(Math.min(...driven.latenciesUs)).toBeGreaterThan(8_000);
  });

  it("comes back: is asked again within a second", async () => {
    const url = await serving((exchange) => (exchange.number < 4 ? exchange.socket.destroy() : reply(exchange, OK)));
    const driven = await drive(url, 6);
    expect(driven.story.slice(-2)).toEqual(["200", "200"]);
  });
});

describe("connect time", () => {
  it("is no part of a latency", async () => {
    const driven = await drive(await serving((exchange) => reply(exchange, OK)), 1);
    expect(driven.connectUs).toHaveLength(1);
    expect(driven.connectUs[0]).toBeGreaterThan(0);
    expect(driven.latenciesUs[0]).toBeGreaterThan(0);
  });

  it("comes once for every request when connections are not kept", async () => {
    const driven = await drive(await serving((exchange) => reply(exchange, OK)), 5, { keepAlive: false });
    expect(driven.story).toEqual(Array(5).fill("200"));
    expect(driven.connectUs.length).toBe(5);
    expect(server?.exchanges.every((exchange) => exchange.numberOnConnection === 1)).toBe(true);
  });
});
