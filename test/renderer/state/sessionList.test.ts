import { describe, expect, it } from "vitest";
import { matching, peakRps, type Session } from "../../../renderer/state/sessionList.ts";

const session = (part: Partial<Session>): Session => ({
  id: "20261121-aaaa",
  name: "",
  status: "finished",
  startedAt: "2026-11-21T10:00:00.000Z",
  url: "http://localhost:8080/",
  verdict: { id: "connection-pool", title: "Connection pool exhausted", confidence: 0.9 },
  curve: [],
  ...part,
});

describe("matching()", () => {
  const old = session({ id: "20261101-aaaa", startedAt: "2026-11-01T10:00:00.000Z", name: "Search before" });
  const failed = session({ id: "20261120-aaaa", startedAt: "2026-11-20T10:00:00.000Z", status: "failed", verdict: null });
  const latest = session({ id: "20261121-aaaa", url: "http://shop.test/search" });

  it("shows all, latest first, when nothing is searched", () =>
    expect(matching([old, latest, failed], " ")).toEqual([latest, failed, old]));
  it("finds words in name, address, status and verdict, in any order and case", () => {
    expect(matching([old, latest, failed], "POOL search")).toEqual([latest, old]);
    expect(matching([old, latest, failed], "failed")).toEqual([failed]);
    expect(matching([old, latest, failed], "shop pool")).toEqual([latest]);
    expect(matching([old, latest, failed], "connection-pool shop before")).toEqual([]);
  });
});

describe("peakRps()", () => {
  it("is the highest of the curve, or nothing when nothing was measured", () => {
    expect(
      peakRps(
        session({
          curve: [
            { connections: 1, throughputRps: 20 },
            { connections: 2, throughputRps: 40 },
            { connections: 5, throughputRps: 38 },
          ],
        }),
      ),
    ).toBe(40);
    expect(peakRps(session({}))).toBeNull();
  });
});
