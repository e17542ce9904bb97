import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { builtInterface } from "../../main/server/builtInterface.ts";

const ADDED = readFileSync(new URL("../../renderer/beforeAll.ts", import.meta.url), "utf8");
/** Younger than Chrome 83, the oldest browser the window is shown in. Syntax is lowered by the build, methods are not. */
const YOUNG_METHODS = [
  "at",
  "findLast",
  "findLastIndex",
  "toSorted",
  "toReversed",
  "toSpliced",
  "replaceAll",
  "hasOwn",
  "groupBy",
  "structuredClone",
  "randomUUID",
  "isSubsetOf",
  "isDisjointFrom",
  "symmetricDifference",
  "withResolvers",
  "fromAsync",
  "transferToFixedLength",
  "isWellFormed",
];
const YOUNG_CSS = [":has(", ":is(", ":where(", "@container", "@layer", "color-mix(", "inset:", "aspect-ratio", "dvh", "subgrid", "&:"];

describe("in the oldest browser it is shown in", async () => {
  const files = [...(await builtInterface(() => undefined))];
  const text = (type: string) =>
    files
      .filter(([path]) => path.endsWith(type))
      .map(([, file]) => file.content.toString())
      .join("\n");

  it("the interface calls no method that is missing there and not added", () => {
    const script = text(".js");
    const called = YOUNG_METHODS.filter((method) => new RegExp(`[.\\]]${method}\\(`).test(script));
    expect(called.filter((method) => !new RegExp(`\\b${method}\\b`).test(ADDED))).toEqual([]);
  });

  it("no style needs a younger one", () => expect(YOUNG_CSS.filter((rule) => text(".css").includes(rule))).toEqual([]));

  it("nothing is inline, and nothing comes from elsewhere", () => {
    expect(text(".html")).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\bon\w+=|style=/);
    expect(text(".html") + text(".css")).not.toMatch(/https?:\/\/|data:/);
  });

  // the diagnosis itself is a third of it: the window computes what it shows, and is read from this machine, once
  it("it is small: a script of at most 1 MB, styles of at most 48 kB", () => {
    expect(text(".js").length).toBeLessThan(1_000_000);
    expect(text(".css").length).toBeLessThan(48_000);
  });
});
