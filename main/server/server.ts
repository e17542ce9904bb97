import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import type { Channel } from "../../app/contract/wire.ts";
import { PlateauError } from "../../app/model/errors.ts";
import { serveChannel } from "../engine/answers.ts";
import type { Engine } from "../engine/engine.ts";
import type { InterfaceFile } from "./builtInterface.ts";

export interface PlateauServer {
  readonly url: string; // with the one-time token
  readonly port: number;
  close(): Promise<void>;
}

const LARGEST_MESSAGE_BYTES = 1_000_000; // a plan with a large body; nothing legitimate is larger
const COOKIE = "plateau";
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Serves the interface and its channel on 127.0.0.1 only. Whoever brings the one-time token gets a strict cookie, and only
 * with that cookie anything else; Host and Origin must be this server's own, so that no other site's page (nor a
 * rebound name) can use the browser to get in.
 * @throws PlateauError PORT_TAKEN
 */
export async function startServer(engine: Engine, files: ReadonlyMap<string, InterfaceFile>, port: number): Promise<PlateauServer> {
  let token: string | null = secret();
  const pass = secret();
  const hosts = (): string[] => [`127.0.0.1:${bound()}`, `localhost:${bound()}`];
  const bound = (): number => (server.address() as AddressInfo).port;
  const server = createServer((request, response) => {
    if (!hosts().includes(request.headers.host ?? "")) return refuse(response, 421, "This address is not Plateau's.");
    const url = URL.parse(request.url ?? "/", "http://127.0.0.1");
    const given = url?.searchParams.get("token");
    if (given && url?.pathname === "/") {
      if (token === null || !same(given, token))
        return refuse(response, 403, "This address has been used already. Start plateau serve again for a new one.");
      token = null;
      response.writeHead(303, {
        location: "/",
        "set-cookie": `${COOKIE}-${bound()}=${pass}; HttpOnly; SameSite=Strict; Path=/`,
        "cache-control": "no-store",
      });
      response.end();
      return;
    }
    if (!hasPass(request)) return refuse(response, 403, "Open the address that plateau serve printed.");
    const file = files.get(url?.pathname === "/" ? "/index.html" : (url?.pathname ?? ""));
    if (file === undefined || (request.method !== "GET" && request.method !== "HEAD")) return refuse(response, 404, "Not found.");
    response.writeHead(200, { "content-type": file.type, "content-length": file.content.length, ...SAFE_HEADERS });
    response.end(request.method === "HEAD" ? undefined : file.content);
  });
  const hasPass = (request: IncomingMessage): boolean =>
    (request.headers.cookie ?? "")
      .split(/;\s*/)
      .some((cookie) => cookie.startsWith(`${COOKIE}-${bound()}=`) && same(cookie.slice(cookie.indexOf("=") + 1), pass));

  const sockets = new WebSocketServer({ noServer: true, maxPayload: LARGEST_MESSAGE_BYTES });
  server.on("upgrade", (request, socket, head) => {
    const { host = "", origin = "" } = request.headers;
    const allowed = request.url === "/channel" && hosts().includes(host) && origin === `http://${host}` && hasPass(request);
    if (!allowed) return socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n");
    sockets.handleUpgrade(request, socket, head, (webSocket) => serveChannel(engine, channelOf(webSocket)));
  });
  await listening(server, port);
  return {
    url: `http://127.0.0.1:${bound()}/?token=${token}`,
    port: bound(),
    close: () =>
      new Promise((resolve) => {
        for (const webSocket of sockets.clients) webSocket.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const SAFE_HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
};

function channelOf(webSocket: WebSocket): Channel {
  webSocket.on("error", () => webSocket.terminate()); // a message too large or malformed: whoever sends that is not our page
  return {
    send: (message) => {
      if (webSocket.readyState === webSocket.OPEN) webSocket.send(JSON.stringify(message));
    },
    onMessage: (listener) =>
      webSocket.on("message", (data) => {
        const message = parsed(String(data));
        if (message !== undefined) listener(message);
      }),
    onClose: (listener) => webSocket.on("close", listener),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listening(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new PlateauError(
          "PORT_TAKEN",
          `--port ${port} : ${error.code === "EADDRINUSE" ? "another program listens there" : error.message} (leave it out for a free one)`,
          {},
          { cause: error },
        ),
      ),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8", ...SAFE_HEADERS });
  response.end(`${text}\n`);
}

const secret = (): string => randomBytes(24).toString("base64url");

function same(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
