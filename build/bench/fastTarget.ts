/** The fastest target plain Node can be: answers every read with one fixed answer. Prints its port. A process of its own. */
import { type AddressInfo, createServer } from "node:net";

const ANSWER = Buffer.from(
  "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nDate: Sat, 21 Nov 2026 12:00:00 GMT\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\nContent-Length: 12\r\n\r\nHello, world",
);
const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", () => socket.write(ANSWER)); // one request a read: nobody pipelines here
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
