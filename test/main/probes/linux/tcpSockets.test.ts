import { expect, test } from "vitest";
import { ESTABLISHED, LISTEN, parseTcpSockets, printEndpoint, TIME_WAIT } from "../../../../main/probes/linux/tcpSockets.ts";
import { captured, UNREADABLE } from "../capture.ts";

const HEADING = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
const line = (local: string, remote: string, state = "01", inode = 55) =>
  `   9: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0000000045be49ba 100 0 0 10 0\n`;
const remoteOf = (hex: string) => parseTcpSockets(HEADING + line(hex, hex)).map((socket) => printEndpoint(socket.remote));

test.each([
  ["0100007F:1F90", "127.0.0.1:8080"],
  ["0500000A:1538", "10.0.0.5:5432"],
  ["00000000000000000000000001000000:1F90", "[::1]:8080"],
  ["B80D01200000000067452301EFCDAB89:0050", "[2001:db8::123:4567:89ab:cdef]:80"],
  ["0000000000000000FFFF00000500000A:1538", "10.0.0.5:5432"],
])("the kernel's %s is %s", (hex, text) => {
  expect(remoteOf(hex)).toEqual([text]);
});

test("reads captured tables", () => {
  const v4 = parseTcpSockets(captured("self/net/tcp"));
  expect(v4.filter((socket) => socket.state === ESTABLISHED && socket.remote.port === 15432)).toHaveLength(8);
  const [listener] = parseTcpSockets(captured("self/net/tcp6"), (state) => state === LISTEN);
  expect(listener).toMatchObject({ local: { ip: "::", port: 18080 }, inode: 40816 });
});

test("a number past 9999 moves every column and does not matter", () => {
  expect(parseTcpSockets(HEADING + line("0100007F:1F90", "0100007F:0050").replace("   9:", "123456:"))).toHaveLength(1);
});

test("a socket listed twice while the table changed counts once", () => {
  const twice = line("0100007F:1F90", "0100007F:0050");
  expect(parseTcpSockets(HEADING + twice + twice)).toHaveLength(1);
});

test("sockets in TIME_WAIT have no inode, and can be left out unread", () => {
  const text = HEADING + line("0100007F:1F90", "0100007F:0050", "06", 0) + line("0100007F:1F90", "0100007F:0051");
  expect(parseTcpSockets(text).map((socket) => socket.state)).toEqual([TIME_WAIT, ESTABLISHED]);
  expect(parseTcpSockets(text, (state, inode) => state === ESTABLISHED && inode === 55)).toHaveLength(1);
});

test("refuses an unknown table", () => {
  for (const text of [
    "",
    "what\n",
    `${HEADING}   0: nonsense\n`,
    HEADING + line("0100007F:1F90", "0100007F:0050").replace("7F:1", "7F1"),
  ]) {
    expect(() => parseTcpSockets(text)).toThrow(UNREADABLE);
  }
});
