import { describe, expect, it } from "vitest";
import { hashOf, type Route, routeOf } from "../../../renderer/state/address.ts";

describe("an address", () => {
  it.each<[string, Route]>([
    ["#/", { at: "sessions" }],
    ["#/plan", { at: "plan" }],
    ["#/lab", { at: "lab" }],
    ["#/live", { at: "live" }],
    ["#/session/20261121-abcd", { at: "session", id: "20261121-abcd" }],
  ])("%s leads there and back", (hash, route) => {
    expect(routeOf(hash)).toEqual(route);
    expect(hashOf(route)).toBe(hash);
  });

  it.each(["", "#", "#/nowhere", "#/session", "#/session/../../etc", "#/session/ABC"])("%j leads to the sessions", (hash) =>
    expect(routeOf(hash)).toEqual({ at: "sessions" }),
  );
});
