import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { doseArgument, serveTarget } from "./targetServer.ts";

const ELSEWHERE_MS = 20;
const ASLEEP = new Int32Array(new SharedArrayBuffer(4));

// A thread that accepts one connection and then waits for something else, and a short queue in
// front: the kernel drops a connect that finds the queue full, and the client tries again a second later.
const meter = new ServiceMeter();
const service = new ServiceTime({ meanMs: 5, spreadMs: 1, seed: 10 });

serveTarget({
  meter,
  backlog: doseArgument(),
  answer: async () => {
    await meter.during(() => service.wait());
    return { status: 200 };
  },
});
setInterval(() => Atomics.wait(ASLEEP, 0, 0, ELSEWHERE_MS), 1);
