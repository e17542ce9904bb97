import { ServiceTime } from "./serviceTime.ts";
import { doseArgument, endWithParent } from "./targetServer.ts";

// One worker of workerPool.ts: says that it is there, then takes one request at a time, a wait, and says that it is done.
endWithParent();
const service = new ServiceTime({ meanMs: 40, spreadMs: 4, seed: 100 + doseArgument() });
process.on("message", async () => {
  await service.wait();
  process.send?.("done");
});
process.send?.("ready");
