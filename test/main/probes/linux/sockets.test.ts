import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { expect, test } from "vitest";
import { ListenQueueReader, parseListenQueue, readListenLimit } from "../../../../main/probes/linux/listenQueue.ts";
import { LocalPortsReader, parsePortRange, portsInUse } from "../../../../main/probes/linux/localPorts.ts";
import { ProcFolder } from "../../../../main/probes/linux/procFolder.ts";
import { parseSnmp } from "../../../../main/probes/linux/snmp.ts";
import { UNREADABLE, WAITING } from "../capture.ts";

const captured = (path: string) => readFileSync(`${WAITING}/${path}`, "utf8");
const HEADING = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
const line = (local: string, remote: string, state: string, queue = 0) =>
  `   0: ${local} ${remote} ${state} 00000000:${queue.toString(16).padStart(8, "0")} 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0\n`;
const port = (number: number) => number.toString(16).toUpperCase().padStart(4, "0");

test("TCP's counters are found by name", () => {
  const text = "Tcp: RtoMin ActiveOpens PassiveOpens AttemptFails EstabResets RetransSegs\nTcp: 200 1 2 3 4 5\nUdp: InDatagrams\nUdp: 9\n";
  expect(parseSnmp(text)).toEqual({ activeOpens: 1, passiveOpens: 2, attemptFails: 3, estabResets: 4, retransSegs: 5 });
  expect(parseSnmp(captured("net/snmp")).activeOpens).toBeGreaterThan(0);
  expect(() => parseSnmp("Tcp: ActiveOpens\nTcp: 1\n")).toThrow(UNREADABLE);
});

test("a captured port has one connection waiting, the one beside it none, a third nobody", () => {
  const text = captured("6845/net/tcp");
  expect([47883, 43261, 9].map((number) => parseListenQueue(text, number))).toEqual([1, 0, null]);
  expect(new ListenQueueReader(new ProcFolder(WAITING), 6845, 47883).read()).toBe(1);
  expect(() => parseListenQueue("no table\n", 80)).toThrow(UNREADABLE);
});

test("of several sockets on one port the fullest counts; a connection from that port does not", () => {
  const text =
    HEADING +
    line("0100007F:0050", "00000000:0000", "0A", 17) +
    line("00000000:0050", "00000000:0000", "0A", 3) +
    line("0100007F:0050", "0100007F:9999", "01", 99);
  expect(parseListenQueue(text, 80)).toBe(17);
});

test("the table is read no further than the port's sockets go, and at most as far as the listening ones", () => {
  const listening = Array.from({ length: 20 }, (_, at) => line(`0100007F:${port(8000 + at)}`, "00000000:0000", "0A", at));
  const table = HEADING + listening.join("") + line("0100007F:1F40", "0100007F:9999", "01").repeat(500);
  let read = 0;
  const tables: string[] = [];
  const folder = Object.assign(new ProcFolder("/nowhere"), {
    textUntil: (path: string, enough: (text: string) => boolean) => {
      tables.push(path);
      if (path.endsWith("tcp6")) return HEADING;
      for (read = 0; !enough(table.slice(0, read)) && read < table.length; ) read += 600;
      return table.slice(0, read);
    },
  });
  expect(new ListenQueueReader(folder, 1, 8019).read()).toBe(19);
  expect(read).toBeLessThan(HEADING.length + 20 * 150 + 1500);
  const early = new ListenQueueReader(folder, 1, 8003);
  expect(early.read()).toBe(3);
  expect(read).toBeLessThan(HEADING.length + 4 * 150 + 1500);
  tables.length = 0;
  expect([early.read(), early.read()]).toEqual([3, 3]);
  expect(tables).toEqual(["1/net/tcp", "1/net/tcp"]); // the other one does not have the port
  expect(new ListenQueueReader(folder, 1, 9000).read()).toBeNull();
  expect(read).toBeLessThan(HEADING.length + 20 * 150 + 1500);
});

/** Listens with room for seven, says on which port, and never accepts: it is blocked. */
const DEAF = `require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 7 }, function () {
  require("node:fs").writeSync(1, String(this.address().port));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20000);
  process.exit();
})`;

test.runIf(process.platform === "linux")("connections nobody accepts are seen waiting, and how many may", async () => {
  const server = spawn(process.execPath, ["-e", DEAF], { stdio: ["ignore", "pipe", "ignore"] });
  const [text] = (await once(server.stdout, "data")) as [Buffer];
  const listening = Number(text.toString());
  const clients = Array.from({ length: 3 }, () => connect(listening, "127.0.0.1").on("error", () => {}));
  try {
    await expect.poll(() => new ListenQueueReader(new ProcFolder(), process.pid, listening).read()).toBe(3);
    const hasSs = spawnSync("ss", ["-V"]).error === undefined;
    expect(await readListenLimit(listening)).toBe(hasSs ? 7 : null);
  } finally {
    for (const client of clients) client.destroy();
    server.kill("SIGKILL");
  }
});

test("the range of local ports is two numbers", () => {
  expect(parsePortRange("32768\t60999\n")).toEqual({ first: 32768, last: 60999 });
  expect(() => parsePortRange("32768\n")).toThrow(UNREADABLE);
});

test("ports are taken towards one address and port at a time, those in TIME_WAIT as well, a server's own side not", () => {
  const range = { first: 32768, last: 60999 };
  const own = "0100007F";
  const text =
    HEADING +
    [33000, 33001, 33002].map((n) => line(`${own}:${port(n)}`, "0500000A:1538", n === 33001 ? "06" : "01")).join("") + // to a backend
    [33000, 33001].map((n) => line(`${own}:${port(n)}`, "0600000A:1538", "01")).join("") + // the same ports, to another one
    [1, 2, 3, 4, 5].map((n) => line(`${own}:0050`, `0700000A:${port(40000 + n)}`, "01")).join("") + // clients of this server
    line(`${own}:${port(61000)}`, "0500000A:1538", "01").repeat(9) + // beyond the range: chosen by a program
    line(`${own}:9C40`, "00000000:0000", "0A").repeat(9);
  expect(portsInUse(text, range)).toBe(3);
  expect(portsInUse(HEADING, range)).toBe(0);
  expect(() => portsInUse("no table\n", range)).toThrow(UNREADABLE);
});

test("a captured machine has its range, and the ports of its busiest pair", () => {
  expect(new LocalPortsReader(new ProcFolder(WAITING)).read(0)).toEqual({ available: 28232, inUse: expect.any(Number) });
  expect(new LocalPortsReader(new ProcFolder("/nowhere")).read(0)).toBeNull();
});

test.runIf(process.platform === "linux")("connections of this machine to one port are counted", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const clients = Array.from({ length: 40 }, () => connect((server.address() as AddressInfo).port, "127.0.0.1"));
  await Promise.all(clients.map((client) => once(client, "connect")));
  const inUse = new LocalPortsReader(new ProcFolder()).read(0)?.inUse ?? 0;
  for (const client of clients) client.destroy();
  server.close();
  expect(inUse).toBeGreaterThanOrEqual(40);
});
