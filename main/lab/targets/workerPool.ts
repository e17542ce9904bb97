import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { Crew, type Member } from "./crew.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { doseArgument, serveTarget } from "./targetServer.ts";

// A front process that owns the port, and m worker processes that take one request at a time over IPC.
const meter = new ServiceMeter();
const crew = new Crew(await Promise.all(Array.from({ length: doseArgument() }, (_, index) => startWorker(index))));

serveTarget({
  meter,
  answer: async () => {
    await crew.work();
    return { status: 200 };
  },
});

async function startWorker(seed: number): Promise<Member> {
  const worker = fork(fileURLToPath(new URL("./poolWorker.ts", import.meta.url)), [String(seed)], { execArgv: [] });
  worker.once("exit", () => process.exit(1)); // a pool short of a worker has another dose than it says
  await once(worker, "message");
  return () =>
    meter.during(async () => {
      worker.send("work");
      await once(worker, "message");
    });
}
