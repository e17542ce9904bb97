import type { Plan } from "../../app/model/plan.ts";
import { AutocannonDriver } from "./autocannonDriver.ts";
import type { ConnectionFailure, ConnectionObserver } from "./connectionObserver.ts";
import { requestBytes } from "./requestBytes.ts";
import type { Target } from "./target.ts";

export type Asked =
  | { kind: "answered"; status: number; headers: readonly string[]; address: string; connectMs: number }
  | { kind: "failed"; failure: ConnectionFailure; error: NodeJS.ErrnoException; connected: boolean; received: number };

/** Sends one request the way the load does, and closes the connection. Never rejects; ends within twice the plan's timeout. */
export function askOnce(plan: Plan, target: Target, certificateAuthority?: string): Promise<Asked> {
  return new Promise((resolve) => {
    let headers: readonly string[] = [];
    let connectMs = 0;
    let connected = false;
    let received = 0;
    let asking = true;
    const end = (asked: Asked) => {
      if (!asking) return;
      asking = false;
      resolve(asked);
      setImmediate(() => connection.close()); // not under the driver's feet
    };
    const observer: ConnectionObserver = {
      get open() {
        return asking;
      },
      connecting() {},
      connected(_nowMs, connectUs) {
        connected = true;
        connectMs = connectUs / 1000;
      },
      sent() {},
      received(_nowMs, bytes) {
        received += bytes;
      },
      answered(_nowMs, _latencyUs, status) {
        end({ kind: "answered", status, headers, address: connection.remoteAddress ?? target.hostname, connectMs });
      },
      failed(_nowMs, failure, _inFlight, _lost, error) {
        end({ kind: "failed", failure, error, connected, received });
      },
    };
    const { method, timeoutMs, keepAlive } = plan;
    const connection = new AutocannonDriver(
      {
        target,
        method,
        timeoutMs,
        keepAlive,
        request: requestBytes(plan, target, plan.sessionCookie === null ? null : "preflight"),
        ...(certificateAuthority === undefined ? {} : { certificateAuthority }),
        onHead: (head) => {
          headers = head.headers;
        },
      },
      observer,
      () => {},
    );
    connection.release();
  });
}
