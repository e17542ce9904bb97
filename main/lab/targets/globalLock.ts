import { Crew } from "./crew.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { serveTarget } from "./targetServer.ts";

// One at a time for everybody, and whoever holds the lock only waits.
const meter = new ServiceMeter();
const held = new ServiceTime({ meanMs: 25, spreadMs: 2, seed: 2 });
const lock = new Crew([() => meter.during(() => held.wait())]);

serveTarget({
  meter,
  answer: async () => {
    await lock.work();
    return { status: 200 };
  },
});
