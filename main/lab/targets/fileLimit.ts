import { get } from "node:http";
import { startTargetProcess } from "../targetProcess.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { waitMs } from "./serviceTime.ts";
import { serveTarget } from "./targetServer.ts";

const REFUSAL_MS = 10; // an error that takes no time makes closed-loop clients spin

// A connection to the backend for every request, in a process that may have few files open: a client's connection is one
// file, that to the backend another, and when there is no number left nothing can be opened.
const meter = new ServiceMeter();
const backend = await startTargetProcess("slowBackend.ts");
let outOfFiles = 0;

serveTarget({
  meter,
  answer: async () => {
    try {
      let status = 502;
      await meter.during(async () => {
        status = await askBackend();
      });
      return { status };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EMFILE") outOfFiles += 1;
      await waitMs(REFUSAL_MS);
      return { status: 500, body: `${String(error)}\n` };
    }
  },
  counts: async () => ({ ...meter.counts(), symptoms: { outOfFiles } }),
});

function askBackend(): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ host: "127.0.0.1", port: backend.port, agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 502));
      response.once("error", reject);
    }).once("error", reject);
  });
}
