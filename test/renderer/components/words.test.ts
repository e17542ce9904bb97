import { describe, expect, it } from "vitest";
import { socketUrl, waitMs } from "../../../renderer/bridge.ts";
import { shortcutOf } from "../../../renderer/components/keyboard.ts";
import { confidenceText, moodOf } from "../../../renderer/components/verdict.ts";
import { whenText } from "../../../renderer/views/sessions/time.ts";

describe("confidence in words and number", () => {
  it.each([
    [0.95, "almost certain, 95 %"],
    [0.8, "very likely, 80 %"],
    [0.65, "likely, 65 %"],
    [0.5, "more likely than not, 50 %"],
    [0.3, "possible, 30 %"],
    [0.1, "a weak suspicion, 10 %"],
  ] as const)("%s is %s", (confidence, words) => expect(confidenceText(confidence).replaceAll("\u00a0", " ")).toBe(words));
  it("a verdict is healthy, a problem, or unsure", () =>
    expect([moodOf("healthy"), moodOf("session-lock"), moodOf("inconclusive")]).toEqual(["healthy", "problem", "unsure"]));
});

describe("keys", () => {
  const key = (name: string, more: Partial<Parameters<typeof shortcutOf>[0]> = {}) => ({
    key: name,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    ...more,
  });
  it.each([
    ["n", {}, "plan"],
    ["N", { ctrlKey: true }, "plan"],
    ["n", { metaKey: true }, "plan"],
    ["Enter", { ctrlKey: true }, "run"],
    ["Escape", {}, "stop"],
    ["/", {}, "search"],
    ["?", {}, "shortcuts"],
    ["Enter", {}, null],
    ["n", { altKey: true }, null],
    ["x", {}, null],
  ] as const)("%s %j: %s", (name, more, shortcut) => expect(shortcutOf(key(name, more), false)).toBe(shortcut));
  it("N is a note while one watches a run", () => expect(shortcutOf(key("n"), false, true)).toBe("note"));
  it("are letters while one types, except with Ctrl or Cmd", () => {
    expect(["n", "?", "/", "Escape"].map((name) => shortcutOf(key(name), true))).toEqual([null, null, null, null]);
    expect(shortcutOf(key("Enter", { metaKey: true }), true)).toBe("run");
  });
});

describe("when a session was", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  it.each([
    ["2026-11-21T09:05:00Z", "09:05"],
    ["2026-11-20T23:59:00Z", "yesterday 23:59"],
    ["2026-11-12T08:00:00Z", "12 Nov 08:00"],
    ["2025-01-02T08:00:00Z", "2 Jan 2025"],
    ["nonsense", ""],
  ])("%s reads %j", (at, words) => expect(whenText(at, now)).toBe(words));
});

describe("the line to the engine", () => {
  it("goes to the server the page came from", () => {
    expect(socketUrl({ protocol: "http:", host: "127.0.0.1:4100" })).toBe("ws://127.0.0.1:4100/channel");
    expect(socketUrl({ protocol: "https:", host: "x.test" })).toBe("wss://x.test/channel");
  });
  it("is tried again soon, then ever more patiently", () =>
    expect([1, 2, 3, 4, 5, 6, 20].map(waitMs)).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]));
});
