import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, type TlsOptions } from "node:tls";

/** One request as the server saw it; times by the machine's monotonic clock, ms. */
export interface Exchange {
  readonly receivedMs: number;
  readonly head: string;
  readonly numberOnConnection: number; // from 1
  readonly number: number; // from 1, of the server
  readonly socket: Socket;
  answeredMs: number | null;
}

export interface HostileServer {
  readonly port: number;
  readonly url: string;
  readonly exchanges: readonly Exchange[];
  readonly connections: number; // so far
  close(): Promise<void>;
}

interface HostileOptions {
  readonly host?: string;
  readonly tls?: TlsOptions;
}

/** The machine's monotonic clock, ms: the same in every process and thread. */
export const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6;

/**
 * A server that reads requests without body and leaves the answer, byte by byte, to the test. It keeps its own
 * count and its own time of what it saw, so that the load generator can be held against them.
 */
export async function hostileServer(answer: (exchange: Exchange) => void, options: HostileOptions = {}): Promise<HostileServer> {
  const exchanges: Exchange[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    let unread = "";
    let numberOnConnection = 0;
    socket.on("data", (chunk) => {
      const receivedMs = clockMs();
      unread += chunk.toString("latin1");
      for (let end = unread.indexOf("\r\n\r\n"); end >= 0; end = unread.indexOf("\r\n\r\n")) {
        const head = unread.slice(0, end);
        unread = unread.slice(end + 4);
        const exchange: Exchange = {
          receivedMs,
          head,
          numberOnConnection: ++numberOnConnection,
          number: exchanges.length + 1,
          socket,
          answeredMs: null,
        };
        exchanges.push(exchange);
        answer(exchange);
      }
    });
  };
  const host = options.host ?? "127.0.0.1";
  const server: Server = options.tls === undefined ? createServer(serve) : createTlsServer(options.tls, serve);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${options.tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${port}/`,
    exchanges,
    get connections() {
      return connections;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The answer's last bytes leave the server now. */
export function reply(exchange: Exchange, bytes: string | Buffer): void {
  exchange.answeredMs = clockMs();
  exchange.socket.write(bytes);
}

/** As reply(), and the connection ends with it. */
export function replyAndEnd(exchange: Exchange, bytes: string | Buffer): void {
  exchange.answeredMs = clockMs();
  exchange.socket.end(bytes);
}

export const OK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";
