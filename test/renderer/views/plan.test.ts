import { describe, expect, it } from "vitest";
import { Plan } from "../../../app/model/plan.ts";
import { type Draft, emptyDraft, isThisMachine, planOf, readDraft, remoteHost, urlOf } from "../../../renderer/views/plan/draft.ts";
import { draftOf } from "../../../renderer/views/plan/draftOf.ts";
import { parseDuration } from "../../../renderer/views/plan/durationText.ts";
import { parseLevels, withLevels } from "../../../renderer/views/plan/levelsText.ts";

const draft = (part: Partial<Draft>): Draft => ({ ...emptyDraft, url: "localhost:8080/", ...part });

describe("a draft", () => {
  it("becomes the plan with the defaults of the model when only the URL is filled in", () => {
    expect(planOf(draft({})).plan).toEqual(Plan.parse({ url: "http://localhost:8080/" }));
  });

  it.each<[string, Partial<Draft>, keyof Draft, RegExp]>([
    ["no URL", { url: " " }, "url", /Which URL/],
    ["no URL at all", { url: "not a url" }, "url", /not an http/],
    ["another protocol", { url: "ftp://localhost/" }, "url", /not an http/],
    ["no level", { connections: [] }, "connections", /At least one/],
    ["a time that is none", { duration: "soon" }, "duration", /A time like/],
    ["a level too short", { duration: "100ms" }, "duration", /250/],
    ["a header without a name", { headers: [{ name: "", value: "x" }] }, "headers", /header name/i],
    ["a header with a line break", { headers: [{ name: "X-A", value: "a\r\nB: c" }] }, "headers", /line break/],
    ["a cookie that cannot be one", { sessionCookie: "a b" }, "sessionCookie", /./],
    ["another machine nobody allowed", { url: "https://shop.example.com/" }, "allowRemote", /shop\.example\.com/],
  ])("with %s is no plan, and says so beside the field", (_what, part, field, says) => {
    const { plan, errors } = planOf(draft(part));
    expect(plan).toBeNull();
    expect(errors?.[field]).toMatch(says);
    expect(Object.keys(errors ?? {})).toEqual([field]);
  });

  it("asks again for each other machine", () => {
    expect(planOf(draft({ url: "https://a.test/", allowRemote: "a.test" })).plan?.allowRemote).toBe(true);
    expect(planOf(draft({ url: "https://b.test/", allowRemote: "a.test" })).errors?.allowRemote).toContain("b.test");
    expect(planOf(draft({ url: "localhost", allowRemote: "a.test" })).plan?.allowRemote).toBe(false);
  });

  it("sends a body only with a method that has one", () => {
    expect(planOf(draft({ method: "POST", body: "{}" })).plan?.body).toBe("{}");
    expect(planOf(draft({ method: "GET", body: "{}" })).plan?.body).toBeNull();
  });

  it("comes back from a plan as it was", () => {
    const first = draft({
      method: "PUT",
      body: "x",
      connections: [3, 9],
      duration: "1.5s",
      warmup: "0s",
      timeout: "2m",
      headers: [{ name: "A", value: "b" }],
      keepAlive: false,
      sessionCookie: "SID",
      name: "n",
    });
    const { plan } = planOf(first);
    expect(plan).not.toBeNull();
    if (plan !== null) expect(planOf(draftOf(plan)).plan).toEqual(plan);
  });

  it.each([null, "", "{", "[]", '"x"', '{"url": 3}', '{"connections": "1"}'])("kept as %j is an empty one", (kept) =>
    expect(readDraft(kept)).toEqual(emptyDraft),
  );
  it("kept by an older Plateau keeps what it has", () =>
    expect(readDraft('{"url":"a.test","gone":1}')).toEqual({ ...emptyDraft, url: "a.test" }));
});

describe("a URL", () => {
  it.each([
    ["localhost:8080/x", "http://localhost:8080/x"],
    ["https://a.test", "https://a.test/"],
    ["127.0.0.1:1", "http://127.0.0.1:1/"],
    ["[::1]:80/", "http://[::1]/"],
  ])("%s is read as %s", (text, href) => expect(urlOf(text)?.href).toBe(href));
  it.each(["localhost", "api.localhost", "127.0.0.1", "127.9.9.9", "[::1]", "0.0.0.0"])("%s is this machine", (host) =>
    expect(isThisMachine(host)).toBe(true),
  );
  it.each(["localhost.example.com", "127.0.0.1.example.com", "10.0.0.1", "example.com"])("%s is not", (host) =>
    expect(isThisMachine(host)).toBe(false),
  );
  it("names the remote host with its port", () => expect(remoteHost(draft({ url: "http://a.test:81/" }))).toBe("a.test:81"));
});

describe("parseDuration()", () => {
  it.each([
    ["500ms", 500],
    ["10s", 10_000],
    ["10", 10_000],
    [" 1.5 m ", 90_000],
    ["2min", 120_000],
    ["1h", 3_600_000],
    ["0s", 0],
  ] as const)("%j is %i ms", (text, ms) => expect(parseDuration(text)).toBe(ms));
  it.each(["", "s", "-1s", "1 day", "1e3", "ten"])("%j is none", (text) => expect(parseDuration(text)).toBeNull());
});

describe("parseLevels()", () => {
  it.each([
    ["1 2, 5;10", [1, 2, 5, 10], ""],
    ["1-64", [1, 2, 4, 8, 16, 32, 64], ""],
    ["3-20", [3, 6, 12, 20], ""],
    ["10-50:20", [10, 30, 50], ""],
    ["10..30:10", [10, 20, 30], ""],
    ["5 x 7", [5, 7], "x"],
    ["0 10001 -3", [], "0 10001 -3"],
    ["9-3", [], ""],
    ["1-5:0", [], ""],
  ] as const)("%j", (text, levels, rest) => expect(parseLevels(text)).toEqual({ levels, rest }));
  it("never gives more than a plan may have", () => expect(parseLevels("1-10000:1").levels.length).toBeLessThanOrEqual(100));
  it("levels stand in order, each once", () => expect(withLevels([1, 5], [5, 2])).toEqual([1, 2, 5]));
});
