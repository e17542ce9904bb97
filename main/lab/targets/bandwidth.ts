import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { SharedLink } from "./sharedLink.ts";
import { doseArgument, serveTarget } from "./targetServer.ts";

const CHUNK = Buffer.alloc(16_384, "x");
const CHUNKS = 4;

// Bodies of 64 KiB through a line of so many Mbit/s, chunk by chunk in turns: it is the bytes that are at a ceiling.
const meter = new ServiceMeter();
const service = new ServiceTime({ meanMs: 20, spreadMs: 2, seed: 7 });
const link = new SharedLink({ megabitsPerSecond: doseArgument() });
const startedMs = performance.now();

serveTarget({
  meter,
  answer: async () => {
    await meter.during(() => service.wait());
    return { status: 200, headers: { "content-length": String(CHUNKS * CHUNK.length) }, body: body() };
  },
  counts: async () => ({
    ...meter.counts(),
    symptoms: { sentBytes: link.sentBytes, seconds: (performance.now() - startedMs) / 1_000 },
  }),
});

async function* body(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < CHUNKS; sent++) {
    await link.carry(CHUNK.length);
    yield CHUNK;
  }
}
