import { connect } from "node:net";
import type { HostileServer } from "./hostileServer.ts";

/**
 * What the way to the server and back adds to what the server sees, ms: a bare socket, one request on each connection, one after
 * the other, its clock started when the request is written. On a plain kernel some 0.1 ms, in a sandboxed one 0.5 ms.
 */
export async function transitMs(server: HostileServer, requests: number): Promise<number> {
  const before = server.exchanges.length;
  let seenMs = 0;
  for (let i = 0; i < requests; i++) seenMs += await oneRequestMs(server.port);
  const heldMs = server.exchanges
    .slice(before)
    .reduce((sum, { receivedMs, answeredMs }) => sum + ((answeredMs ?? receivedMs) - receivedMs), 0);
  return (seenMs - heldMs) / requests;
}

function oneRequestMs(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => {
      const startedMs = performance.now();
      socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
      socket.once("data", () => {
        resolve(performance.now() - startedMs);
        socket.destroy();
      });
    });
    socket.on("error", reject);
  });
}
