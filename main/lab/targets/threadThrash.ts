import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Crew, type Member } from "./crew.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { doseArgument, serveTarget } from "./targetServer.ts";

// A thread per request, and all threads want one lock again and again. Whoever gives it back wakes all that wait, and all
// but one go back to sleep: the more threads, the more of the CPU goes into waking and switching.
const meter = new ServiceMeter();
const outside = new ServiceTime({ meanMs: 10, spreadMs: 1, seed: 8 });
const words = new Int32Array(new SharedArrayBuffer(12)); // next ticket, ticket served, times a thread was woken
const crew = new Crew(await Promise.all(Array.from({ length: doseArgument() }, startThread)));

serveTarget({
  meter,
  answer: async () => {
    await outside.wait();
    await crew.work();
    return { status: 200 };
  },
  counts: async () => ({ ...meter.counts(), symptoms: { woken: Atomics.load(words, 2) >>> 0, turns: Atomics.load(words, 1) >>> 0 } }),
});

/** From its text, as a thread that strips types itself takes 15 MB more and half a second of a slow machine. */
async function startThread(): Promise<Member> {
  const thread = new Worker(`(${takeTurns})(require("node:worker_threads"))`, {
    eval: true,
    execArgv: [],
    workerData: words,
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1, stackSizeMb: 1 },
  });
  await once(thread, "message");
  return () =>
    meter.during(async () => {
      thread.postMessage("work");
      await once(thread, "message");
    });
}

/** One thread: says that it is there, then takes its turns at the lock and says that it is done. Stands alone: see above. */
function takeTurns({ parentPort, workerData }: typeof import("node:worker_threads")): void {
  const TURNS = 20;
  const ROUNDS = 10_000; // some 10 µs
  const lock = workerData as Int32Array;
  parentPort?.on("message", () => {
    for (let turn = 0; turn < TURNS; turn++) {
      const ticket = Atomics.add(lock, 0, 1);
      for (let served = Atomics.load(lock, 1); served !== ticket; served = Atomics.load(lock, 1)) {
        if (Atomics.wait(lock, 1, served) === "ok") Atomics.add(lock, 2, 1);
      }
      let sum = 0;
      for (let round = 0; round < ROUNDS; round++) sum += round;
      Atomics.store(lock, 1, ticket + Math.sign(sum));
      Atomics.notify(lock, 1); // all of them: this is the disease
    }
    parentPort.postMessage("done");
  });
  parentPort?.postMessage("ready");
}
