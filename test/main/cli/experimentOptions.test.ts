import { describe, expect, it } from "vitest";
import { commandOf } from "../../../app/report/command.ts";
import { planOf, type RunOptions } from "../../../main/cli/options.ts";

const URL = "http://127.0.0.1:8080/a";

describe("--experiments", () => {
  it.each([
    [{}, { experiments: "none", otherUrl: null, halfUrl: null }],
    [{ experiments: "auto" }, { experiments: "auto" }],
    [{ experiments: "no-cookie, keep-alive-off" }, { experiments: ["no-cookie", "keep-alive-off"] }],
    [
      { experiments: "other-endpoint", otherUrl: "/health" },
      { experiments: ["other-endpoint"], otherUrl: "/health" },
    ],
    [{ experiments: "auto", halfUrl: "http://127.0.0.1:8080/?n=5" }, { halfUrl: "http://127.0.0.1:8080/?n=5" }],
  ] as const)("%o", (options: RunOptions, plan) => {
    expect(planOf(URL, options)).toMatchObject(plan);
  });

  it.each([
    [
      { experiments: "rain-dance" },
      /^--experiments rain-dance : "rain-dance" is not an experiment \(none, auto, or of separate-session-cookies, .+\)$/,
    ],
    [{ experiments: "no-cookie,auto" }, /"auto" is not an experiment/],
    [{ experiments: "auto", rate: "50" }, /^--experiments auto : with --rate there is no plateau to explain \(.+\)$/],
    [{ experiments: "other-endpoint" }, /^--experiments other-endpoint : there is no other url to ask \(--other-url \/health, say\)$/],
    [{ otherUrl: "/health" }, /^--other-url \/health : no experiment asks it \(.+\)$/],
    [
      { experiments: "auto", otherUrl: "http://example.org/" },
      /^--other-url http:\/\/example\.org\/ : not a url of the same server \(.+\)$/,
    ],
    [{ experiments: "auto", halfUrl: "http://127.0.0.1:9090/" }, /^--half-url .* : not a url of the same server \(.+\)$/],
  ] as const)("refuses %o in a line", (options: RunOptions, line) => {
    expect(() => planOf(URL, options)).toThrow(line);
  });

  it("is in the command that repeats the run", () => {
    const words = "--experiments other-endpoint,no-cookie --other-url /health";
    expect(commandOf(planOf(URL, { experiments: "other-endpoint,no-cookie", otherUrl: "/health" }))).toBe(`plateau run ${URL} ${words}`);
  });
});
