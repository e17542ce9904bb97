import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { serveTarget } from "./targetServer.ts";

// The control: an asynchronous wait, the same whatever the concurrency.
const meter = new ServiceMeter();
const service = new ServiceTime({ meanMs: 20, spreadMs: 2, seed: 1 });

serveTarget({
  meter,
  answer: async () => {
    await meter.during(() => service.wait());
    return { status: 200 };
  },
});
