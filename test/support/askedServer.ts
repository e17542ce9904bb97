import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { PlanInput } from "../../app/model/plan.ts";
import { type Measured, measure } from "./hostileServers/measure.ts";

export interface Asked {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly client: number; // the connection's port
}

let server: Server | null = null;

/** A server that keeps what it was asked, and answers as told; its url without a path. One at a time. */
export async function serving(answer: (asked: Asked, response: ServerResponse) => void): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url = "", method = "", headers, socket } = request;
      const one = { path: url, method, headers, body: Buffer.concat(chunks).toString("utf8"), client: socket.remotePort ?? 0 };
      asked.push(one);
      answer(one, response);
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

export function stopServing(): void {
  server?.closeAllConnections();
  server?.close();
  server = null;
}

export const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

/** Half a second without warm-up, so that nothing falls between the server's count and ours but what was cut off at the end. */
export async function load(input: PlanInput, connections: number): Promise<Measured> {
  return measure({ warmupMs: 0, durationMs: 500, ...input }, connections);
}

export const USERS = {
  columns: ["user", "town"],
  rows: [
    ["ann", "Köln"],
    ["bob", 'a "b", c'],
    ["cem", "x"],
  ],
};
