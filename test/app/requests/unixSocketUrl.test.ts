import { describe, expect, it } from "vitest";
import { Plan } from "../../../app/model/plan.ts";
import { commandOf } from "../../../app/report/command.ts";
import { requestLine } from "../../../app/report/requestLine.ts";
import { httpUrl } from "../../../app/requests/httpUrl.ts";
import { readRequests } from "../../../app/requests/requestsFile.ts";
import { canonicalUrl, readableUrl } from "../../../app/requests/unixSocketUrl.ts";

describe("canonicalUrl()", () => {
  it.each([
    // written                          the one form                                     as people read it
    ["unix:/run/App.sock:/a?b=:/c", "http+unix://%2Frun%2FApp.sock/a?b=:/c", "unix:/run/App.sock:/a?b=:/c"],
    ["unix:/run/app.sock", "http+unix://%2Frun%2Fapp.sock/", "unix:/run/app.sock:/"],
    ["unix:/run/app.sock:", "http+unix://%2Frun%2Fapp.sock/", "unix:/run/app.sock:/"],
    ["http://unix:/run/app.sock:/", "http+unix://%2Frun%2Fapp.sock/", "unix:/run/app.sock:/"],
    ["unix:///var/run/docker.sock", "http+unix://%2Fvar%2Frun%2Fdocker.sock/", "unix:/var/run/docker.sock:/"],
    ["unix:/tmp/a b:c%.sock:/ü", "http+unix://%2Ftmp%2Fa%20b%3Ac%25.sock/ü", "unix:/tmp/a b:c%.sock:/ü"],
    ["http+unix://%2Frun%2Fapp.sock", "http+unix://%2Frun%2Fapp.sock", "unix:/run/app.sock:/"],
    ["http://unix:8080/a", "http://unix:8080/a", "http://unix:8080/a"], // a host of that name
    ["http://x/unix:/run", "http://x/unix:/run", "http://x/unix:/run"],
    ["http+unix:///run", "http+unix:///run", "http+unix:///run"],
  ])("%s", (written, canonical, readable) => {
    expect(canonicalUrl(written)).toBe(canonical);
    expect(readableUrl(canonical)).toBe(readable);
    expect(canonicalUrl(readable)).toBe(canonical === "http+unix://%2Frun%2Fapp.sock" ? `${canonical}/` : canonical);
  });
});

describe("a plan for a Unix socket", () => {
  const url = "http+unix://%2Frun%2FApp.sock/a?b=1";

  it("keeps the case of its path, and user and password", () => {
    expect(httpUrl("unix:/run/App.sock:/a#x")).toEqual({
      origin: "http+unix://%2Frun%2FApp.sock",
      authority: "%2Frun%2FApp.sock",
      path: "/a",
    });
    expect(httpUrl("HTTP+UNIX://me@%2Frun%2FApp.sock")).toMatchObject({ origin: "http+unix://%2Frun%2FApp.sock", path: "/" });
    expect(httpUrl("http://Me@HOST:80/")).toMatchObject({ origin: "http://host" });
  });

  it("is named as people write it, and repeated by its command", () => {
    const plan = Plan.parse({ url });
    expect(requestLine(plan)).toBe("GET unix:/run/App.sock:/a?b=1");
    expect(requestLine(Plan.parse({ url, requests: { steps: [{ name: "home", path: "/" }] } }))).toBe("home at unix:/run/App.sock:/");
    expect(commandOf(plan)).toBe("plateau run 'http+unix://%2Frun%2FApp.sock/a?b=1'");
  });

  it("is made of several curl commands to one socket, not to two", () => {
    const commands = (...sockets: string[]): string =>
      sockets.map((socket, i) => `curl --unix-socket ${socket} http://localhost/${i}`).join("\n");
    const { url: first, scenario } = readRequests(commands("/run/a.sock", "/run/a.sock"), null);
    expect([first, scenario?.steps.map(({ path }) => path)]).toEqual(["http+unix://%2Frun%2Fa.sock/0", ["/0", "/1"]]);
    expect(() => readRequests(commands("/run/a.sock", "/run/A.sock"), null)).toThrow("goes elsewhere than http+unix://%2Frun%2Fa.sock");
  });
});
