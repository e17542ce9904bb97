import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime, waitMs } from "./serviceTime.ts";
import { doseArgument, serveTarget } from "./targetServer.ts";

const REFUSAL_MS = 10; // a refusal that takes no time makes closed-loop clients spin, and the generator becomes the limit

// Works on n requests at once and refuses what comes on top.
const meter = new ServiceMeter();
const service = new ServiceTime({ meanMs: 40, spreadMs: 4, seed: 6 });
const most = doseArgument();

serveTarget({
  meter,
  answer: async () => {
    if (meter.inFlight >= most) {
      await waitMs(REFUSAL_MS);
      return { status: 503 };
    }
    await meter.during(() => service.wait());
    return { status: 200 };
  },
});
