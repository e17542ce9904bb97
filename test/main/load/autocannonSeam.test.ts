import { createRequire } from "node:module";
import AutocannonClient, { type Client } from "autocannon/lib/httpClient.js";
import { describe, expect, it } from "vitest";
import packageFile from "../../../package.json" with { type: "json" };

const installed = createRequire(import.meta.url)("autocannon/package.json") as { version: string };

/** autocannonDriver.ts replaces private methods of autocannon's client. When one of these fails, read that file's head first. */
describe("the seam in autocannon's client", () => {
  function clientThatStaysHome(): { client: Client; calls: string[]; parserAtSetup: boolean } {
    const calls: string[] = [];
    let parserAtSetup = false;
    const client = new AutocannonClient({
      protocol: "http:",
      hostname: "127.0.0.1",
      port: 1,
      path: "/",
      method: "GET",
      timeout: 10,
      setupClient: (each) => {
        calls.push("setup");
        parserAtSetup = each.parser !== undefined;
        each._connect = () => void calls.push("connect");
        each._destroyConnection = () => void calls.push("destroyConnection");
      },
    });
    return { client, calls, parserAtSetup };
  }

  it("is that of 9.0.0, the version asked for exactly", () => {
    expect([packageFile.dependencies.autocannon, installed.version]).toEqual(["9.0.0", "9.0.0"]);
  });

  it("calls setupClient before it connects, and connects through the instance's method", () => {
    const { client, calls, parserAtSetup } = clientThatStaysHome();
    client.destroy();
    expect(calls).toEqual(["setup", "connect", "destroyConnection"]);
    expect(parserAtSetup).toBe(true);
  });

  it("has the methods that are replaced", () => {
    const { client } = clientThatStaysHome();
    const methods = ["_connect", "_doRequest", "_destroyConnection", "getRequestBuffer", "destroy"] as const;
    expect(methods.filter((name) => typeof client[name] !== "function")).toEqual([]);
    expect(typeof client.timeoutTicker.reschedule).toBe("function");
    client.destroy();
  });

  it("stops its clock through timeoutTicker.clear(), and only that", () => {
    const { client } = clientThatStaysHome();
    client.timeoutTicker.clear();
    let cleared = 0;
    client.timeoutTicker = { reschedule: () => {}, clear: () => void cleared++ };
    client.destroy();
    client.destroy();
    expect(cleared).toBe(1);
  });

  it("parses through callbacks by number, and names the state it is in", () => {
    const { client } = clientThatStaysHome();
    const { parser } = client;
    const { kOnHeaders, kOnHeadersComplete, kOnBody, kOnMessageComplete, RESPONSE } = parser.constructor;
    const heard: string[] = [];
    parser[kOnHeaders] = () => void heard.push("trailers");
    parser[kOnHeadersComplete] = ({ statusCode, headers }: { statusCode: number; headers: string[] }) => {
      heard.push(`head ${statusCode} ${headers.join("=")} sized ${parser.body_bytes} chunked ${parser.isChunked}`);
      return 0;
    };
    parser[kOnBody] = () => void heard.push("body");
    parser[kOnMessageComplete] = () => void heard.push("message");
    parser.reinitialize(RESPONSE);
    expect(parser.execute(Buffer.from("..HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok.."), 2, 40)).toBe(40);
    expect(heard).toEqual(["head 200 Content-Length=2 sized 2 chunked false", "body", "message"]);
    expect([parser.state, parser.line]).toEqual(["RESPONSE_LINE", ""]);
    expect(parser.execute(Buffer.from("nonsense\r\n"))).toBeInstanceOf(Error);
    client.destroy();
  });

  it("ends a body that ends with the connection in finish(), and forgets all in reinitialize()", () => {
    const { client } = clientThatStaysHome();
    const { parser } = client;
    let messages = 0;
    parser[parser.constructor.kOnMessageComplete] = () => void messages++;
    parser.execute(Buffer.from("HTTP/1.1 200 OK\r\n\r\nhello"));
    expect([parser.state, messages]).toEqual(["BODY_RAW", 0]);
    parser.finish();
    expect(messages).toBe(1);
    parser.reinitialize(parser.constructor.RESPONSE);
    expect([parser.state, parser.finish()]).toEqual(["RESPONSE_LINE", undefined]);
    client.destroy();
  });
});
