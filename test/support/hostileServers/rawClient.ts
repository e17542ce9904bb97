import { connect } from "node:net";
import type { HostileServer } from "./hostileServer.ts";

/**
 * What the way to the server and back adds to what the server sees, ms: a bare socket, one request on each connection,
 * as many at a time as the load has, its clock started when the request is written and stopped by the answer's first bytes, or by its end. On a plain kernel some 0.1 ms, in a sandboxed one 0.5 ms.
 */
export async function transitMs(server: HostileServer, requests: number, until: "data" | "end" = "data", users = 1): Promise<number> {
  const before = server.exchanges.length;
  let seenMs = 0;
  const user = async (): Promise<void> => {
    for (let i = 0; i < requests / users; i++) {
      const ms = await oneRequestMs(server.port, until); // apart: `+=` would read the sum before the wait
      seenMs += ms;
    }
  };
  await Promise.all(Array.from({ length: users }, user));
  const heldMs = server.exchanges
    .slice(before)
    .reduce((sum, { receivedMs, answeredMs }) => sum + ((answeredMs ?? receivedMs) - receivedMs), 0);
  return (seenMs - heldMs) / requests;
}

function oneRequestMs(port: number, until: "data" | "end"): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => {
      const startedMs = performance.now();
      socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      socket.resume().once(until, () => {
        resolve(performance.now() - startedMs);
        socket.destroy();
      });
    });
    socket.on("error", reject);
  });
}
