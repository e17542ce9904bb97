import { describe, expect, it } from "vitest";
import { readLevelTable } from "../../../app/imports/levelTable.ts";

describe("readLevelTable()", () => {
  it("reads the columns it knows under the names people give them", () => {
    const [level] = readLevelTable("Users;RPS;Mean ms;p99;us;wa\n10;43,5;233;400;3;0".replace("43,5", "43.5"));
    expect(level).toMatchObject({
      connections: 10,
      totals: { throughputRps: 43.5, latencyMs: { mean: 233, p99: 400, p50: null }, host: { us: 3, wa: 0, id: null } },
    });
  });

  it("leaves empty cells unknown, and takes what is not busy for idle", () => {
    const [first, second] = readLevelTable("connections,throughputRps,busy,gc\n1,10,20,\n2,20,,0.3");
    expect(first?.totals).toMatchObject({ host: { id: 80 }, collectorTimeShare: null });
    expect(second?.totals).toMatchObject({ host: { id: null }, collectorTimeShare: 0.3 });
  });

  it.each([
    ["", "line 1 : nothing there"],
    ["connections,speed\n1,2", 'line 1, column 2 : "speed" is no known column'],
    ["connections,us\n1,2", 'line 1 : no column "throughputRps"'],
    ["connections,rps,throughput\n1,2,2", "line 1 : two columns for throughputRps"],
    ["connections,rps", "line 2 : no level follows"],
    ["connections,rps\n1,2\n5", "line 3 : 1 value(s) for 2 columns"],
    ["connections,rps\n1,fast", 'line 2, throughputRps : "fast" is no number'],
    ["connections,rps\n1,-4", 'line 2, throughputRps : "-4" is no number of 0 or more'],
    ["connections,rps\n1.5,4", 'line 2, connections : "1.5" is no number of connections'],
    ["connections,rps\n1,", "line 2, throughputRps : is empty"],
    ["connections,rps,us\n1,2,130", "line 2 : us:"],
    ["connections,rps\n1,2\n1,3", "connections : 1 comes twice"],
    ['connections,rps\n"1,2', "line 2 : a quote is never closed"],
  ])("%j: %s", (csv, message) => {
    expect(() => readLevelTable(csv)).toThrow(message);
  });
});
