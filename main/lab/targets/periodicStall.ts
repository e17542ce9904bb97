import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { serveTarget } from "./targetServer.ts";

const STALL_MS = 300;
const PERIOD_MS = 5_000;
const ASLEEP = new Int32Array(new SharedArrayBuffer(4));

// Nothing limits it, but every five seconds everything stands still, as for a collector that stops the world.
const meter = new ServiceMeter();
const service = new ServiceTime({ meanMs: 20, spreadMs: 2, seed: 12 });
let stalls = 0;

serveTarget({
  meter,
  answer: async () => {
    await meter.during(() => service.wait());
    return { status: 200 };
  },
  counts: async () => ({ ...meter.counts(), symptoms: { stalls } }),
});
setInterval(() => {
  Atomics.wait(ASLEEP, 0, 0, STALL_MS);
  stalls += 1;
}, PERIOD_MS);
