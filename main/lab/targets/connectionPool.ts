import { Agent, get } from "node:http";
import { startTargetProcess } from "../targetProcess.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { doseArgument, serveTarget } from "./targetServer.ts";

// An application that asks a slow backend once per request, through an HTTP client that opens at most m connections.
const meter = new ServiceMeter();
const backend = await startTargetProcess("slowBackend.ts");
const agent = new Agent({ keepAlive: true, maxSockets: doseArgument() });

serveTarget({
  meter,
  answer: () => askBackend().then((status) => ({ status })),
  counts: async () => {
    const { serviceSumMs, mostInFlight } = await backend.counts();
    return { ...meter.counts(), serviceSumMs, mostInFlight };
  },
});

function askBackend(): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port: backend.port, agent }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 502));
      response.once("error", reject);
    }).once("error", reject);
  });
}
