import { describe, expect, it } from "vitest";
import { hashOf, type Route, routeOf } from "../../../renderer/state/address.ts";

describe("an address", () => {
  it.each<[string, Route]>([
    ["#/", { at: "sessions" }],
    ["#/plan", { at: "plan" }],
    ["#/lab", { at: "lab" }],
    ["#/live", { at: "live" }],
    ["#/compare/20261121-abcd/20261121-efgh", { at: "compare", before: "20261121-abcd", after: "20261121-efgh" }],
    ["#/session/20261121-abcd", { at: "session", id: "20261121-abcd" }],
  ])("%s leads there and back", (hash, route) => {
    expect(routeOf(hash)).toEqual(route);
    expect(hashOf(route)).toBe(hash);
  });

  it.each([
    "",
    "#",
    "#/nowhere",
    "#/session",
    "#/session/../../etc",
    "#/session/ABC",
    "#/compare/20261121-abcd",
    "#/compare/20261121-abcd/X",
  ])("%j leads to the sessions", (hash) => expect(routeOf(hash)).toEqual({ at: "sessions" }));
});
