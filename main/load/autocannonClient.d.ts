/** autocannon's private HTTP client, as far as autocannonDriver.ts touches it. The contract test holds 9.0.0 to this. */
declare module "autocannon/lib/httpClient.js" {
  import type { EventEmitter } from "node:events";
  import type { Socket } from "node:net";

  export interface ResponseHead {
    versionMajor: number;
    versionMinor: number;
    statusCode: number;
    headers: string[]; // name, value, name, value
    shouldKeepAlive: boolean;
  }

  export interface ResponseParser {
    state: string;
    line: string;
    connection: string; // the Connection header, lower case
    isChunked: boolean;
    body_bytes: number | null;
    reinitialize(type: string): void;
    execute(chunk: Buffer, start?: number, length?: number): number | Error;
    finish(): Error | undefined;
    constructor: { RESPONSE: string; kOnHeaders: number; kOnHeadersComplete: number; kOnBody: number; kOnMessageComplete: number };
    [callback: number]: unknown;
  }

  export interface Client extends EventEmitter {
    parser: ResponseParser;
    conn: Socket;
    timeoutTicker: { reschedule(ms: number): void; clear(): void };
    pipelinedRequests: object;
    destroyed: boolean;
    _connect(): void;
    _doRequest(): void;
    _destroyConnection(): void;
    _resetConnection(): void;
    getRequestBuffer(): Buffer;
    destroy(): void;
  }

  const Client: new (options: {
    protocol: string;
    hostname: string;
    port: number;
    path: string;
    method: string;
    timeout: number; // s
    setupClient(client: Client): void;
  }) => Client;
  export default Client;
}
