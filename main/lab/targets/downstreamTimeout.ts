import { Agent, get } from "node:http";
import { startTargetProcess } from "../targetProcess.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { doseArgument, serveTarget } from "./targetServer.ts";

// An application that gives its backend so many seconds, and a backend that loses requests when it has too many.
const meter = new ServiceMeter();
const backend = await startTargetProcess("losingBackend.ts");
const agent = new Agent({ keepAlive: true });
const timeoutMs = doseArgument() * 1_000;
let timeouts = 0;

serveTarget({
  meter,
  answer: async () => {
    let status = 502;
    await meter.during(async () => {
      status = await askBackend();
    });
    if (status === 504) timeouts += 1;
    return { status };
  },
  counts: async () => ({ ...meter.counts(), symptoms: { timeouts } }),
});

function askBackend(): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get({ host: "127.0.0.1", port: backend.port, agent }, (response) => {
      clearTimeout(overdue);
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 502));
      response.once("error", reject);
    });
    const overdue = setTimeout(() => {
      resolve(504);
      request.destroy();
    }, timeoutMs);
    request.once("error", reject);
  });
}
