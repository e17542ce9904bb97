import { parentPort } from "node:worker_threads";
import { work } from "./cpuWork.ts";

// One thread of allCoresCpu.ts: says that it is there, then computes what it is asked and says that it is done.
parentPort?.on("message", (rounds: number) => {
  work(rounds);
  parentPort?.postMessage("done");
});
parentPort?.postMessage("ready");
