import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readState, windowState, writeState } from "../../../main/desktop/windowState.ts";

const LAPTOP = { x: 0, y: 25, width: 1440, height: 875 };
const MONITOR = { x: 1440, y: 0, width: 2560, height: 1440 };
const saved = (bounds: object) => JSON.stringify({ x: 100, y: 100, width: 1000, height: 700, maximized: false, ...bounds });
const FIRST = { width: 1280, height: 860, place: null, maximized: false };

describe("windowState()", () => {
  it.each([
    ["no file", null],
    ["an empty file", ""],
    ["half a file", '{"x": 1'],
    ["another thing", "[1, 2, 3]"],
    ["null", "null"],
    ["words for numbers", saved({ width: "1000" })],
    ["no number", saved({ x: null })],
    ["a size nobody has", saved({ width: 1e9 })],
    ["no word on maximized", saved({ maximized: undefined })],
  ])("starts as the first time with %s", (_why, text) => {
    expect(windowState(text, [LAPTOP])).toEqual(FIRST);
  });

  it.each([
    // why                                     bounds                            displays            place               size
    ["where it was", {}, [LAPTOP], { x: 100, y: 100 }, [1000, 700]],
    ["on the second monitor", { x: 2000, y: 50 }, [LAPTOP, MONITOR], { x: 2000, y: 50 }, [1000, 700]],
    ["where the system puts it, when that monitor is gone", { x: 2000, y: 50 }, [LAPTOP], null, [1000, 700]],
    ["where the system puts it, when its title bar is above the display", { y: -40 }, [LAPTOP], null, [1000, 700]],
    ["partly outside, while a hand can reach it", { x: -880 }, [LAPTOP], { x: -880, y: 100 }, [1000, 700]],
    ["where the system puts it, when no hand can reach it", { x: -930 }, [LAPTOP], null, [1000, 700]],
    ["no larger than the display", { width: 3000, height: 2000 }, [LAPTOP], { x: 100, y: 100 }, [1440, 875]],
    ["no smaller than the charts need", { width: 10, height: -5, x: 500 }, [LAPTOP], null, [760, 520]],
  ] as const)("opens %s", (_why, bounds, displays, place, [width, height]) => {
    expect(windowState(saved(bounds), displays)).toEqual({ place, width, height, maximized: false });
  });

  it("opens even when the system names no display", () => {
    expect(windowState(saved({}), [])).toMatchObject({ place: null, width: 1000, height: 700 });
  });

  it("reads back what was written, and takes an unreadable file for none", () => {
    const folder = mkdtempSync(join(tmpdir(), "plateau-window-"));
    const file = join(folder, "deeper", "window.json");
    expect(readState(file)).toBe(null);
    writeState(file, { x: 10, y: 40, width: 900, height: 600 }, true);
    expect(windowState(readState(file), [LAPTOP])).toEqual({ place: { x: 10, y: 40 }, width: 900, height: 600, maximized: true });
    rmSync(folder, { recursive: true });
  });
});
