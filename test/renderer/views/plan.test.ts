import { describe, expect, it } from "vitest";
import { parseObjective } from "../../../app/model/objective.ts";
import { Plan } from "../../../app/model/plan.ts";
import { Scenario, Users } from "../../../app/model/scenario.ts";
import { parseThinkTime } from "../../../app/model/thinkTime.ts";
import { type Draft, emptyDraft, isThisMachine, planOf, readDraft, remoteHost, urlOf } from "../../../renderer/views/plan/draft.ts";
import { draftOf } from "../../../renderer/views/plan/draftOf.ts";
import { parseDuration } from "../../../renderer/views/plan/durationText.ts";
import { importRequests, isCurl } from "../../../renderer/views/plan/importRequests.ts";
import { parseLevels, withLevels } from "../../../renderer/views/plan/levelsText.ts";
import { planTime } from "../../../renderer/views/plan/planTime.ts";

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
    ["no rate", { model: "open" }, "rates", /At least one rate/],
    ["a search for nothing", { findCapacity: true }, "objectives", /needs an objective/],
    ["a seed that is none", { seed: "x" }, "seed", /whole number/],
    ["more threads than there can be", { threads: "100" }, "threads", /64/],
    ["a bound of none", { model: "open", rates: [5], maxConnections: "0" }, "maxConnections", /./],
    ["a status that is none", { expectStatus: "fine" }, "expectStatus", /Statuses like/],
    ["another URL of another server", { experiments: "auto", otherUrl: "http://elsewhere.test/" }, "otherUrl", /same server/],
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
      experiments: ["no-cookie"],
      otherUrl: "/health",
      duration: "1.5s",
      warmup: "0s",
      timeout: "2m",
      headers: [{ name: "A", value: "b" }],
      keepAlive: false,
      sessionCookie: "SID",
      name: "n",
      thinkTimes: [{ kind: "none" }, parseThinkTime("normal:50ms~10ms"), { kind: "sampled", valuesMs: [1, 2], file: "p.txt" }],
      objectives: [parseObjective("p90<31ms"), parseObjective("errors<1%")],
      adaptive: true,
      shuffle: true,
      repeatFirst: true,
      seed: "7",
      threads: "2",
      users: { file: "u.csv", content: Users.parse({ columns: ["id"], rows: [["1"]] }) },
      cookies: "per-connection",
      expectStatus: "200, 2xx",
      expectBody: [{ kind: "contains", text: "ok" }],
    });
    const { plan } = planOf(first);
    expect(plan).not.toBeNull();
    if (plan !== null) expect(planOf(draftOf(plan)).plan).toEqual(plan);
  });

  it("with a scenario keeps it, and leaves its own body aside", () => {
    const content = Scenario.parse({ steps: [{ name: "home", path: "/" }] });
    const { plan } = planOf(draft({ method: "POST", body: "x", requests: { file: "s.json", content } }));
    expect(plan).toMatchObject({ requests: content, body: null });
    if (plan !== null) expect(planOf(draftOf(plan)).plan).toEqual(plan);
  });

  it("of the open model has rates, and no think time or search", () => {
    const open = draft({
      model: "open",
      rates: [50, 100],
      arrivals: "constant",
      maxConnections: "20",
      thinkTimes: [parseThinkTime("5ms")],
    });
    const { plan } = planOf({ ...open, findCapacity: true, adaptive: true });
    expect(plan).toMatchObject({ rates: [50, 100], arrivals: "constant", maxConnections: 20, thinkTimes: [{ kind: "none" }] });
    expect(plan).toMatchObject({ findCapacity: false, adaptive: false });
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
    ["unix:/run/App.sock:/a", "http+unix://%2Frun%2FApp.sock/a"],
    ["http+unix:///run/app.sock", undefined],
  ])("%s is read as %s", (text, href) => expect(urlOf(text)?.href).toBe(href));
  it.each(["localhost", "api.localhost", "127.0.0.1", "127.9.9.9", "[::1]", "0.0.0.0"])("%s is this machine", (host) =>
    expect(isThisMachine(host)).toBe(true),
  );
  it.each(["localhost.example.com", "127.0.0.1.example.com", "10.0.0.1", "example.com"])("%s is not", (host) =>
    expect(isThisMachine(host)).toBe(false),
  );
  it("asks nobody for leave to load a Unix socket", () => expect(remoteHost(draft({ url: "unix:/run/app.sock" }))).toBeNull());
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

describe("the time a plan takes, before it runs", () => {
  const of = (part: Partial<Draft>) => {
    const { total, says, open } = planTime(planOf(draft({ connections: [1, 5], ...part })).plan as Plan);
    return [total.replaceAll("\u00a0", " "), says, open];
  };
  const thinkTimes = [parseThinkTime("5ms"), parseThinkTime("exp:50ms")];
  it.each<[string, Partial<Draft>, [string, string, boolean]]>([
    ["a list", {}, ["25 s", "2 levels, at most 5 connections", false]],
    ["a list and its first level again", { repeatFirst: true }, ["38 s", "3 levels, at most 5 connections", false]],
    ["a matrix", { thinkTimes }, ["about 51 s", "4 levels (2 think times × 2), at most 5 connections", false]],
    ["rates", { model: "open", rates: [10, 20, 40] }, ["38 s", "3 levels, at most 40 arrivals/s", false]],
    [
      "experiments",
      { experiments: "auto" },
      ["25 s", "2 levels, at most 5 connections, then up to 2 experiments of at most 20\u00a0s", false],
    ],
    ["adaptive levels", { adaptive: true }, ["at least 25 s", "2 levels, at most 5 connections", true]],
    [
      "a search",
      { findCapacity: true, thinkTimes, objectives: [parseObjective("p90<31ms")] },
      ["at least 25 s", "searching from 1 connection on for each of 2 think times", true],
    ],
  ])("%s", (_what, part, said) => expect(of(part)).toEqual(said));
});

describe("a pasted curl command", () => {
  const command = "curl 'http://localhost:81/a' -H 'Accept: text/html' --data 'x=1'";
  it("is told from a URL", () => {
    expect([command, "$ curl a", "curl.test/x", "localhost/curl a"].map(isCurl)).toEqual([true, true, false, false]);
  });
  it("fills in method, headers and body", () => {
    const { change } = importRequests(command, "", "http://localhost:9/");
    expect(change).toMatchObject({ url: "http://localhost:81/a", method: "POST", body: "x=1", requests: null });
    expect(change.headers).toContainEqual({ name: "Accept", value: "text/html" });
    expect(planOf(draft(change)).errors).toBeNull();
  });
  it("becomes a scenario when there are several", () =>
    expect(importRequests(`${command}\ncurl http://localhost:81/b`, "two", "").change.requests?.content.steps).toHaveLength(2));
  it("that goes nowhere is refused", () => expect(() => importRequests("curl -H", "", "")).toThrow());
});
