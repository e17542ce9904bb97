import { parentPort } from "node:worker_threads";
import { stepsForMs, work } from "./cpuWork.ts";

// One thread of allCoresCpu.ts: says that it is there, then computes what it is asked and says that it is done.
stepsForMs(1); // only so that the compiler has settled before the first request
parentPort?.on("message", (steps: number) => {
  work(steps);
  parentPort?.postMessage("done");
});
parentPort?.postMessage("ready");
