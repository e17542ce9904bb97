import { describe, expect, it } from "vitest";
import { planOf, type RunOptions } from "../../../main/cli/options.ts";

describe("planOf()", () => {
  it.each<[RunOptions, string]>([
    // typed                                             the line begins with the option and the value, and ends with what would be right
    [{ think: "5ms,exp:abc" }, "--think exp:abc : not a think time (none, 50ms, exp:50ms,"],
    [{ think: "uniform:9ms..3ms" }, "--think uniform:9ms..3ms : a uniform think time ends later than it begins ("],
    [{ think: "file:/no/such" }, "--think file:/no/such : cannot be read: ENOENT ("],
    [{ slo: ["errors<1%", "p90<x"] }, "--slo p90<x : not an objective (p90<31ms,"],
    [{ rate: "50,x" }, '--rate 50,x : "x" is not a rate ('],
    [{ rate: "5", arrivals: "bursts" }, "--arrivals bursts : not a way to arrive (poisson or constant)"],
    [{ rate: "5", maxConnections: "0" }, "--max-connections 0 : too small (1 or more)"],
    [{ rate: "5", connections: "1,2" }, "--connections 1,2 : belongs to the other model of load ("],
    [{ rate: "5", think: "5ms" }, "--think 5ms : belongs to the other model of load ("],
    [{ arrivals: "constant" }, "--arrivals constant : belongs to the other model of load ("],
    [{ connections: "1,0" }, '--connections 1,0 : "0" is not a number of connections ('],
    [{ seed: "4294967296" }, "--seed 4294967296 : too big (4294967295 or less)"],
    [{ duration: "100ms" }, "--duration 100ms : too small (250 ms or more)"],
    [{ warmup: "2h" }, "--warmup 2h : too big (3600000 ms or less)"],
    [{ timeout: "soon" }, "--timeout soon : not a time (500ms, 10s, 2m or 1h, say)"],
    [{ method: "fetch" }, "--method fetch : not one of those there are (GET, HEAD,"],
    [{ header: ["A: b", "a(b: c"] }, "--header a(b: c : a header name has letters, digits and - ("],
    [{ sessionCookie: "a=b" }, "--session-cookie a=b : not a cookie's name ("],
    [{ threads: "65" }, "--threads 65 : too big (64 or less)"],
    [{ pid: "0" }, "--pid 0 : too small (1 or more)"],
    [{ tag: ["a", "b".repeat(51)] }, `--tag ${"b".repeat(51)} : too long (at most 50 characters)`],
    [{ name: "n".repeat(201) }, `--name ${"n".repeat(80)}... : too long (at most 200 characters)`],
    [{ cookies: "some" }, "--cookies some : not a way to keep cookies (none, shared or per-connection)"],
    [{ findCapacity: true }, "--find-capacity : there is nothing to keep ("],
  ])("%j", (options, line) => {
    const refused = (): unknown => planOf("http://x/", options);
    expect(refused).toThrow(expect.objectContaining({ code: "PLAN_INVALID", message: expect.stringContaining(line) }));
    expect(refused).toThrow(/^[^\n]+ : [^\n]+ \([^\n]+\)$/);
  });

  it.each([
    ["127.0.0.1:80/a", "http://127.0.0.1:80/a"],
    ["unix:/run/app.sock:/a", "http+unix://%2Frun%2Fapp.sock/a"],
    ["unix:./app.sock:/a", `http+unix://${encodeURIComponent(process.cwd())}%2Fapp.sock/a`],
    ["unix:8080/a", "http://unix:8080/a"],
  ])("takes %s for %s", (typed, url) => {
    expect(planOf(typed, {}).url).toBe(url);
  });
});
