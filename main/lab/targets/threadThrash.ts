import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { roundsForMs } from "./cpuWork.ts";
import { Crew, type Member } from "./crew.ts";
import { herdIn } from "./herdLock.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { doseArgument, serveTarget } from "./targetServer.ts";

// A thread per request, and all threads want one lock again and again. Whoever gives it back wakes all that wait, and all
// but one go back to sleep: the more threads, the more of the CPU goes into waking and switching.
const meter = new ServiceMeter();
const outside = new ServiceTime({ meanMs: 10, spreadMs: 1, seed: 8 });
const workerData = { words: new Int32Array(new SharedArrayBuffer(8)), rounds: roundsForMs(0.02) };
const crew = new Crew(await Promise.all(Array.from({ length: doseArgument() }, startThread)));

serveTarget({
  meter,
  answer: async () => {
    await outside.wait();
    await crew.work();
    return { status: 200 };
  },
  counts: async () => ({ ...meter.counts(), symptoms: { wokenInVain: herdIn(workerData.words) } }),
});

async function startThread(): Promise<Member> {
  const thread = new Worker(new URL("./herdThread.ts", import.meta.url), { execArgv: [], workerData });
  await once(thread, "message");
  return () =>
    meter.during(async () => {
      thread.postMessage("work");
      await once(thread, "message");
    });
}
