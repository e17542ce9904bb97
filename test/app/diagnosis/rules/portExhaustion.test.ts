import { describe, expect, it } from "vitest";
import { portExhaustion } from "../../../../app/diagnosis/rules/portExhaustion.ts";
import type { HostReading, TargetReading } from "../../../../app/model/sample.ts";
import type { LevelDrawing } from "../../../support/builders.ts";
import { flatWith, judged, type Strength, strengthOf } from "../../../support/judged.ts";

const failing = { errors: { connect: 40 } };
const last = (host: Partial<HostReading>, target: Partial<TargetReading> = {}, more: Partial<LevelDrawing> = {}) =>
  flatWith({}).map((level, i, all) => (i < all.length - 1 ? level : { ...level, host, target, ...more }));
const ports = (localPortsInUse: number) => ({ localPorts: 1000, localPortsInUse });
const files = (fullestOpenFiles: number) => ({ openFilesLimit: 1024, fullestOpenFiles });

describe("port-exhaustion", () => {
  it.each<[string, LevelDrawing[], Strength]>([
    ["95 % of the ports taken, and connects fail", last(ports(950), {}, failing), "verdict"],
    ["95 % of the ports taken, and nothing fails yet", last(ports(950)), "hint"],
    ["half of the ports taken", last(ports(500), {}, failing), "absent"],
    ["27 000 sockets in TIME_WAIT, and connects fail", last({ timeWaitSockets: 27_000 }, {}, failing), "verdict"],
    ["13 000 sockets in TIME_WAIT", last({ timeWaitSockets: 13_000 }, {}, failing), "absent"],
    ["1020 of 1024 files open, and answers are missing", last({}, files(1020), { errors: { receive: 40 } }), "verdict"],
    ["1020 of 1024 files open, and nothing fails", last({}, files(1020)), "hint"],
    ["500 of 1024 files open", last({}, files(500), failing), "absent"],
    ["files open without a limit, connects fail", last({}, { fullestOpenFiles: 5000, openFilesLimit: null }, failing), "absent"],
    ["2 of 100 requests fail", last(ports(950), {}, { rps: 400, errors: { connect: 8 } }), "verdict"],
    ["8 of 1000 requests fail", last(ports(950), {}, { rps: 500, errors: { connect: 4 } }), "hint"],
    ["neither ports nor files told", flatWith({ timeWaitSockets: null }), "no-data"],
  ])("%s", (_what, levels, outcome) => {
    expect(strengthOf(portExhaustion, { levels })).toBe(outcome);
  });

  it("is surer of itself than a full listen queue, which it brings with it", () => {
    expect(judged(portExhaustion, { levels: last({}, files(1020), failing) })).toMatchObject({
      outcome: "present",
      confidence: 0.92,
      summary: expect.stringContaining("A process of the target has 1020 files open and may have 1024."),
    });
  });
});
