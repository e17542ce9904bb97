import { randomBytes } from "node:crypto";
import type { Plan } from "../../app/model/plan.ts";
import { AutocannonDriver } from "./autocannonDriver.ts";
import type { ConnectionFailure, ConnectionObserver } from "./connectionObserver.ts";
import type { Target } from "./target.ts";
import { virtualUsers } from "./virtualUsers.ts";

export type Asked =
  | {
      kind: "answered";
      status: number;
      headers: readonly string[];
      step: number;
      complaint: string | null;
      address: string;
      connectMs: number;
    }
  | { kind: "failed"; failure: ConnectionFailure; error: NodeJS.ErrnoException; connected: boolean; received: number };

/**
 * Sends the first request of the first user the way the load does, and closes the connection. `complaint`: what the plan expected otherwise.
 * Never rejects; ends within twice the plan's timeout. @throws PlateauError PLAN_INVALID if the plan's requests cannot be sent
 */
export function askOnce(plan: Plan, target: Target, certificateAuthority?: string): Promise<Asked> {
  const user = virtualUsers(plan, target, randomBytes(12).toString("hex"))(0, 0, 1);
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
        const address = connection.remoteAddress ?? target.socketPath ?? target.hostname;
        end({ kind: "answered", status, headers, step: user.step, complaint: user.complaint, address, connectMs });
      },
      failed(_nowMs, failure, _inFlight, _lost, error) {
        end({ kind: "failed", failure, error, connected, received });
      },
    };
    const { timeoutMs, keepAlive } = plan;
    const connection = new AutocannonDriver(
      {
        target,
        user,
        timeoutMs,
        keepAlive,
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
