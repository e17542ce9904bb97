import { AutocannonDriver } from "../../../main/load/autocannonDriver.ts";
import type { ConnectionFailure, ConnectionObserver } from "../../../main/load/connectionObserver.ts";
import type { ConnectionOptions } from "../../../main/load/connectionOptions.ts";
import type { ConnectionUser } from "../../../main/load/connectionUser.ts";
import { parseTarget } from "../../../main/load/target.ts";

/** What one connection told: "200" for an answer, "receive" or "receive lost" for a failure, in order. */
export interface Driven {
  readonly story: string[];
  readonly latenciesUs: number[];
  readonly connectUs: number[];
  readonly errors: Error[];
  sent: number;
  bytesReceived: number;
  tookMs: number;
}

/** Drives one connection until it has so many outcomes, or until the time is over. */
export function drive(
  url: string,
  outcomes: number,
  options: Partial<ConnectionOptions> & { mostMs?: number; method?: string } = {},
): Promise<Driven> {
  const { mostMs = 5000, method = "GET", ...given } = options;
  const target = parseTarget(url);
  const driven: Driven = { story: [], latenciesUs: [], connectUs: [], errors: [], sent: 0, bytesReceived: 0, tookMs: 0 };
  const beganMs = performance.now();
  return new Promise((resolve) => {
    let open = true;
    const end = () => {
      if (!open) return;
      open = false;
      clearTimeout(patience);
      driven.tookMs = performance.now() - beganMs;
      setImmediate(() => {
        connection.close();
        resolve(driven);
      });
    };
    const tell = (word: string) => {
      if (open) driven.story.push(word);
      if (driven.story.length >= outcomes) end();
    };
    const observer: ConnectionObserver = {
      get open() {
        return open;
      },
      connecting() {},
      connected: (_nowMs, connectUs) => void driven.connectUs.push(connectUs),
      sent: () => void driven.sent++,
      received(_nowMs, bytes) {
        driven.bytesReceived += bytes;
      },
      answered(_nowMs, latencyUs, status) {
        driven.latenciesUs.push(latencyUs);
        tell(String(status));
      },
      failed(_nowMs, failure: ConnectionFailure, _inFlight, lost, error) {
        driven.errors.push(error);
        tell(lost ? `${failure} lost` : failure);
      },
    };
    const patience = setTimeout(end, mostMs);
    const request = Buffer.from(`${method} / HTTP/1.1\r\nHost: x\r\n\r\n`);
    const user: ConnectionUser = {
      ...{ connection: 0, step: 0, fault: null, cache: null, method },
      next: () => request,
      ...{ head() {}, body() {}, answered() {}, failed() {} },
    };
    const connection = new AutocannonDriver({ target, user, timeoutMs: 2000, keepAlive: true, ...given }, observer, () => {});
    connection.release();
  });
}
