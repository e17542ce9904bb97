import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { serveTarget } from "./targetServer.ts";

const AT_ONCE = 8;

// Behind downstreamTimeout.ts: works on a few requests at once; what comes on top gets no answer, ever.
const meter = new ServiceMeter();
const service = new ServiceTime({ meanMs: 40, spreadMs: 4, seed: 11 });

serveTarget({
  meter,
  answer: async () => {
    if (meter.inFlight >= AT_ONCE) await new Promise(() => undefined);
    await meter.during(() => service.wait());
    return { status: 200 };
  },
});
