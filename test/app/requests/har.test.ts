import { describe, expect, it } from "vitest";
import { readRequests } from "../../../app/requests/requestsFile.ts";

/** An entry as Chrome writes it, with much that nobody needs here. */
function entry(method: string, url: string, more: { headers?: [string, string][]; postData?: object; cached?: boolean } = {}): object {
  return {
    _connectionId: "2341",
    _initiator: { type: "other" },
    _priority: "VeryHigh",
    _resourceType: "document",
    ...(more.cached ? { _fromCache: "disk" } : {}),
    cache: {},
    connection: "3000",
    pageref: "page_1",
    request: {
      method,
      url,
      httpVersion: "http/2.0",
      headers: [[":authority", "localhost:3000"], ["Host", "localhost:3000"], ["Connection", "keep-alive"], ...(more.headers ?? [])].map(
        ([name, value]) => ({ name, value }),
      ),
      queryString: [],
      cookies: [],
      headersSize: 512,
      bodySize: 0,
      ...(more.postData === undefined ? {} : { postData: more.postData }),
    },
    response: {
      status: 200,
      statusText: "OK",
      httpVersion: "http/2.0",
      headers: [],
      cookies: [],
      content: { size: 3, mimeType: "text/html" },
    },
    serverIPAddress: "127.0.0.1",
    startedDateTime: "2026-11-21T10:00:00.000Z",
    time: 12.3,
    timings: { blocked: 1, dns: -1, ssl: -1, connect: -1, send: 0.1, wait: 10, receive: 1, _blocked_queueing: 0.4 },
  };
}

const har = (...entries: object[]): string =>
  JSON.stringify({ log: { version: "1.2", creator: { name: "WebInspector", version: "537.36" }, pages: [], entries } });
const HOME = "http://localhost:3000";

describe("readRequests() of a HAR", () => {
  it("takes the requests of the target's origin in their order, without the headers of another connection", () => {
    const text = har(
      entry("GET", `${HOME}/`, {
        headers: [
          ["Accept", "text/html"],
          ["If-None-Match", '"abc"'],
          ["Accept-Encoding", "gzip, deflate, br, zstd"],
        ],
      }),
      entry("GET", "https://fonts.example/inter.woff2"),
      entry("GET", `${HOME}/logo.svg`, { cached: true }),
      entry("POST", `${HOME}/login?next=%2Fme#x`, {
        headers: [
          ["Content-Type", "application/json"],
          ["Content-Length", "20"],
        ],
        postData: { mimeType: "application/json", text: '{"user":"ann","t":"{{not}}"}' },
      }),
      entry("GET", `${HOME}/me`),
      entry("GET", `${HOME}/me`),
      entry("POST", `${HOME}/form`, {
        postData: {
          mimeType: "application/x-www-form-urlencoded",
          params: [
            { name: "a b", value: "ü&" },
            { name: "c", value: "" },
          ],
        },
      }),
      entry("POST", `${HOME}/upload`, {
        postData: { mimeType: "multipart/form-data; boundary=x", params: [{ name: "f", fileName: "a.png" }] },
      }),
    );
    const { url, scenario, notes } = readRequests(text, `${HOME}/`);
    expect(url).toBe(`${HOME}/`);
    expect(scenario?.order).toBe("sequence");
    expect(scenario?.steps.map(({ name }) => name)).toEqual(["GET /", "POST /login", "GET /me", "GET /me (2)", "POST /form"]);
    expect(scenario?.steps.map(({ path }) => path)).toEqual(["/", "/login?next=%2Fme", "/me", "/me", "/form"]);
    expect(scenario?.steps[0]?.headers).toEqual([
      { name: "Accept", value: "text/html" },
      { name: "Accept-Encoding", value: "gzip, deflate, br, zstd" },
    ]);
    expect(scenario?.steps[1]).toMatchObject({ method: "POST", body: '{"user":"ann","t":"\\{{not}}"}' });
    expect(scenario?.steps[4]?.body).toBe("a+b=%C3%BC%26&c=");
    expect(notes).toEqual([
      `1 of 8 requests left out : they went elsewhere than ${HOME}`,
      "1 of 8 requests left out : the browser had the answers in its cache",
      `POST ${HOME}/upload : left out (its body is not text, or holds a file)`,
    ]);
  });

  it("takes the origin most asked when no target is named", () => {
    const { url, scenario } = readRequests(
      har(entry("GET", "http://a/1"), entry("GET", "http://b:80/2"), entry("GET", "http://B/3")),
      null,
    );
    expect([url, scenario?.steps.length]).toEqual(["http://b/2", 2]);
  });

  it.each([
    ["no requests", har(), "HAR : holds no request to a web server"],
    [
      "none for the target",
      har(entry("GET", "http://a/")),
      "HAR : none of its 1 requests went to http://localhost:3000 (it has requests to http://a)",
    ],
    ["a method we do not send", har(entry("CONNECT", `${HOME}/`)), `CONNECT ${HOME}/ : not a method Plateau sends`],
    [
      "a header that would make two",
      har(entry("GET", `${HOME}/x`, { headers: [["a", "b\r\nc: d"]] })),
      "HAR, GET /x : headers.0.value a header value has no line break",
    ],
    ["no log", '{"log": {"entries": [{}]}}', "HAR : log.entries.0.request: "],
  ])("refuses %s", (why, text, message) => {
    expect(() => readRequests(text, why === "no requests" ? null : `${HOME}/`)).toThrow(message);
  });
});

describe("readRequests() of a scenario", () => {
  it("fills in what is left out", () => {
    const { scenario } = readRequests('{"steps": [{"name": "home", "path": "/"}]}', null);
    expect(scenario).toEqual({
      schema: "plateau/scenario@1",
      order: "sequence",
      steps: [
        { name: "home", method: "GET", path: "/", headers: [], body: null, weight: 1, extract: [], expect: { status: null, body: [] } },
      ],
    });
  });

  it.each([
    ["", "requests : nothing there"],
    ["hello", "requests : not JSON: "],
    ["{}", "scenario : steps: "],
    ['{"steps": []}', "scenario : steps: "],
    ['{"steps": [{"name": "a", "path": "x"}]}', 'scenario : step 1 "a", path: a path begins with / and is of one line'],
    ['{"steps": [{"name": "a", "path": "/"}, {"name": "a", "path": "/"}]}', "scenario : steps: every step has a name of its own"],
    ['{"steps": [{"name": "a", "path": "/", "weigth": 3}]}', 'scenario : step 1 "a": Unrecognized key: "weigth"'],
    ['{"steps": [{"name": "a", "path": "/", "expect": {"status": [2000]}}]}', 'scenario : step 1 "a", expect.status.0: '],
  ])("refuses %j", (text, message) => {
    expect(() => readRequests(text, null)).toThrow(message);
  });
});

describe("readRequests() of curl", () => {
  it("makes one command the plan's own request, and several a scenario", () => {
    expect(readRequests("curl -X PUT http://x/a -d '{{v}}'", null)).toMatchObject({
      url: "http://x/a",
      scenario: null,
      single: { method: "PUT", body: "{{v}}" },
    });
    const { url, scenario, single } = readRequests("curl http://x/a\ncurl -d 1 http://x/a?b\ncurl http://x/a", "http://x/");
    expect([url, single]).toEqual(["http://x/", null]);
    expect(scenario?.steps.map(({ name, path }) => `${name} ${path}`)).toEqual(["GET /a /a", "POST /a /a?b", "GET /a (2) /a"]);
  });

  it("refuses another origin than the target's", () => {
    expect(() => readRequests("curl http://y/", "http://x/")).toThrow("http://y/ : goes elsewhere than http://x");
    expect(() => readRequests("curl http://x/\ncurl https://x/", null)).toThrow("https://x/ : goes elsewhere than http://x");
  });
});
