import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { Sample } from "../../../app/model/sample.ts";
import { PortableProbe, targetReading } from "../../../main/probes/portableProbe.ts";
import type { Connection, ProcessUse } from "../../../main/probes/systemInformation.ts";

const use = (pid: number, parentPid: number, cpuCores: number | null = 0.25): ProcessUse => ({
  pid,
  parentPid,
  name: `p${pid}`,
  cpuCores,
  rssBytes: 1e6,
});
const listening = (pid: number, localPort: number): Connection => ({ listening: true, localPort, peer: "0.0.0.0:0", pid });
const established = (pid: number, localPort: number, peer: string): Connection => ({ listening: false, localPort, peer, pid });
const uses = [use(1, 0), use(10, 1), use(11, 10), use(12, 11), use(20, 1)];

test("the listener nearest the root and what it began, with its backends", () => {
  const sockets = [
    listening(11, 80),
    listening(10, 80),
    established(11, 80, "9.9.9.9:1234"), // a client
    established(11, 40000, "10.0.0.5:5432"),
    established(12, 40001, "10.0.0.5:5432"),
    established(20, 40002, "10.0.0.5:5432"), // another's
  ];
  expect(targetReading(uses, sockets, { port: 80, pid: null, ownPid: 20 })).toMatchObject({
    pid: 10,
    name: "p10",
    processes: 3,
    cpuCores: 0.75,
    rssBytes: 3e6,
    threads: null,
    backends: [{ address: "10.0.0.5:5432", connections: 2 }],
  });
});

test("an explicit pid wins; sockets or CPU that are not known are null", () => {
  expect(targetReading([...uses, use(13, 12, null)], null, { port: 80, pid: 12, ownPid: 20 })).toMatchObject({
    pid: 12,
    cpuCores: null,
    backends: null,
  });
});

test("nobody listens: no target", () => {
  expect(targetReading(uses, [listening(10, 81)], { port: 80, pid: null, ownPid: 20 })).toBeNull();
  expect(targetReading(uses, null, { port: 80, pid: null, ownPid: 20 })).toBeNull();
});

test("reads this machine without /proc, and says null to the rest", async () => {
  const server = createServer().listen(0);
  const probe = new PortableProbe({ port: (server.address() as AddressInfo).port, pid: null, ownPid: process.pid });
  const first = await probe.read(0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { host } = await probe.read(300);
  server.close();
  expect(first.host).toMatchObject({ us: null, contextSwitchesPerSecond: null });
  expect(Sample.shape.host.parse(host)).toMatchObject({ wa: null, runQueue: null, timeWaitSockets: null });
  expect((host.us ?? 0) + (host.sy ?? 0) + (host.id ?? 0)).toBeCloseTo(100);
  expect(host.memoryUsedBytes).toBeGreaterThan(50e6);
  // systeminformation asks ss or netstat which sockets there are; on a machine with neither, the target is missing, as it should be
  const seesSockets = ["ss", "netstat"].some((tool) => spawnSync(tool, ["-V"]).error === undefined);
  const expected = seesSockets ? expect.objectContaining({ pid: process.pid, threads: null }) : null;
  expect(Sample.shape.target.parse(first.target)).toEqual(expected);
});
