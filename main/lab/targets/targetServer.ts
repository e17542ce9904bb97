import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline } from "node:stream";
import type { ServiceMeter, TargetCounts } from "./serviceMeter.ts";

const KEEP_ALIVE_MS = 120_000; // longer than any pause between levels: a target must not close idle connections under the generator
const BACKLOG = 4_096; // connects must not be what waits

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>; // default: the status
}

/** From the target to the process that started it; one `counts` for each question, in order. */
export type TargetMessage = { readonly kind: "ready"; readonly port: number } | { readonly kind: "counts"; readonly counts: TargetCounts };

/**
 * Serves HTTP on a free loopback port, answers questions for counts over the IPC channel, and ends with that channel:
 * a target never outlives the process that started it, however that one ended.
 */
export function serveTarget(options: {
  meter: ServiceMeter;
  answer: (request: IncomingMessage) => Promise<Answer>;
  counts?: () => Promise<TargetCounts>; // default: the meter's
  backlog?: number; // connections that may wait to be accepted
}): void {
  const { meter, answer, counts = async () => meter.counts(), backlog = BACKLOG } = options;
  endWithParent();
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: 0 }, (request, response) => {
    request.resume();
    response.on("finish", () => meter.answered(response.statusCode));
    answer(request).then(
      ({ status, headers = {}, body = `${status}\n` }) => {
        response.writeHead(status, { "content-type": "text/plain", ...headers });
        if (typeof body === "string" || body instanceof Uint8Array) response.end(body);
        else pipeline(body, response, () => undefined); // a client that hangs up ends the body too
      },
      () => response.writeHead(500).end(),
    );
  });
  process.on("message", () => {
    counts().then(
      (value) => tell({ kind: "counts", counts: value }),
      () => process.exit(1), // a part of the target died: no counts are better than wrong ones
    );
  });
  server.listen({ port: 0, host: "127.0.0.1", backlog }, () => tell({ kind: "ready", port: (server.address() as AddressInfo).port }));
}

/** Ends this process when the one that started it is gone. */
export function endWithParent(): void {
  if (process.send === undefined) throw new Error("a lab target is started by the lab, over an IPC channel");
  process.once("disconnect", () => process.exit(0));
}

/** The dose this process was started with. */
export function doseArgument(): number {
  const value = Number(process.argv[2]);
  if (!Number.isInteger(value)) throw new Error(`a dose is a whole number; got ${process.argv[2]}`);
  return value;
}

function tell(message: TargetMessage): void {
  process.send?.(message, undefined, {}, () => undefined); // the parent may have gone meanwhile; disconnect ends us then
}
