import { roundsForMs, work } from "./cpuWork.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { serveTarget } from "./targetServer.ts";

// One thread that does everything: one core is busy, the others are not needed.
const meter = new ServiceMeter();
const rounds = roundsForMs(8);

serveTarget({
  meter,
  answer: async () => {
    await meter.during(() => work(rounds));
    return { status: 200 };
  },
});
