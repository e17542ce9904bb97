import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { serveTarget } from "./targetServer.ts";

// Behind connectionPool.ts: takes its time, and takes any number of requests at once.
const meter = new ServiceMeter();
const service = new ServiceTime({ meanMs: 50, spreadMs: 5, seed: 4 });

serveTarget({
  meter,
  answer: async () => {
    await meter.during(() => service.wait());
    return { status: 200 };
  },
});
