import { describe, expect, it } from "vitest";
import { defaultsLike, limits, sizeOn } from "../../../app/knowledge/limits.ts";

const exactly = (value: number) => ({ value, low: value, high: value });

describe("limits", () => {
  it("are many, each with a source", () => {
    expect(limits.length).toBeGreaterThan(100);
    expect(limits.filter(({ source }) => source.trim() === "")).toEqual([]);
  });
});

describe("sizeOn()", () => {
  it.each([
    ["10", 4, 10],
    ["cpus", 4, 4],
    ["cpus-1", 4, 3],
    ["2*cpus+1", 4, 9],
    ["min(32,cpus+4)", 4, 8],
    ["min(32,cpus+4)", 64, 32],
  ])("%s on %i cores is %i", (formula, cores, size) => {
    expect(sizeOn(formula, cores)).toBe(size);
  });
});

describe("defaultsLike()", () => {
  it("finds whose default 151 is", () => {
    expect(defaultsLike(exactly(151), 4)[0]?.software).toBe("MySQL / MariaDB");
  });

  it("names nobody for a width no default has", () => {
    expect(defaultsLike(exactly(77), 4).filter(({ value }) => value === "77")).toEqual([]);
  });

  it("says 'commonly' where no official source was read", () => {
    const unread = limits.find(({ verified, sizes }) => verified === "U" && sizes.includes("15"));
    expect(unread).toBeDefined();
    expect(defaultsLike(exactly(15), 4).some(({ value }) => value === "commonly 15")).toBe(true);
  });
});
