import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { roundsForMs } from "./cpuWork.ts";
import { Crew, type Member } from "./crew.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { serveTarget } from "./targetServer.ts";

// A thread per core, each computing: the machine is full, and what is left for a generator is what the kernel gives it.
const meter = new ServiceMeter();
const rounds = roundsForMs(15);
const crew = new Crew(await Promise.all(Array.from({ length: availableParallelism() }, startThread)));

serveTarget({
  meter,
  answer: async () => {
    await crew.work();
    return { status: 200 };
  },
});

async function startThread(): Promise<Member> {
  const thread = new Worker(new URL("./cpuThread.ts", import.meta.url), { execArgv: [] });
  await once(thread, "message");
  return () =>
    meter.during(async () => {
      thread.postMessage(rounds);
      await once(thread, "message");
    });
}
