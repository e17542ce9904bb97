import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { doseArgument, serveTarget } from "./targetServer.ts";
import { TokenBucket } from "./tokenBucket.ts";

// So many good answers a second and no more. A refusal takes as long as an answer: refusals that cost nothing would be
// asked for as fast as the generator can, and then the generator would be what is measured.
const meter = new ServiceMeter();
const service = new ServiceTime({ meanMs: 20, spreadMs: 2, seed: 5 });
const tokens = new TokenBucket({ perSecond: doseArgument(), burst: Math.max(1, Math.round(doseArgument() / 10)) });

serveTarget({
  meter,
  answer: async () => {
    const admitted = tokens.take(performance.now());
    await meter.during(() => service.wait());
    return admitted ? { status: 200 } : { status: 429, headers: { "retry-after": "1" } };
  },
});
