import { expect, test } from "vitest";
import { nearestTheRoot, type ProcessTable, withDescendants } from "../../../../main/probes/linux/processTable.ts";

/** "2<1" is process 2 begun by 1; "5<2Z" is a zombie. */
const table = (drawn: string): ProcessTable =>
  new Map(
    drawn.split(" ").map((text) => {
      const [pid = "", up = ""] = text.split("<");
      return [Number(pid), { pid: Number(pid), parentPid: Number.parseInt(up, 10), state: up.replace(/\d+/, "") || "S" }];
    }),
  );

const tree = table("1<0 10<1 11<10 12<11 13<10 14<13Z 20<1 21<20");

test("the target is the listener and everything it began, without zombies", () => {
  expect(withDescendants(tree, [10])).toEqual([10, 11, 12, 13]);
});

test("several roots are taken together, each process once", () => {
  expect(withDescendants(tree, [20, 10, 11])).toEqual([10, 11, 12, 13, 20, 21]);
});

test("Plateau inside the target's tree is left out with all it began", () => {
  expect(withDescendants(tree, [10], new Set([11]))).toEqual([10, 13]);
});

test("Plateau itself can be the target", () => {
  expect(withDescendants(tree, [10], new Set([10]))).toEqual([10, 11, 12, 13]);
});

test("a process that is gone has no descendants", () => {
  expect(withDescendants(tree, [99])).toEqual([]);
});

test("a table read while a pid was used again may hold a loop", () => {
  const loop = table("10<11 11<10 12<11");
  expect(withDescendants(loop, [10])).toEqual([10, 11, 12]);
  expect(nearestTheRoot(loop, [12, 10])).toEqual([10]);
});

test("of a listener and its heirs the one above is nearest the root", () => {
  expect(nearestTheRoot(tree, [12, 10, 13])).toEqual([10]);
  expect(nearestTheRoot(tree, [12, 13])).toEqual([12, 13]);
  expect(nearestTheRoot(tree, [12, 21, 20])).toEqual([12, 20]);
});
