import { PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { Crew } from "./crew.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { serveTarget } from "./targetServer.ts";

const RECORDS = 4_000; // a request holds about 0.8 MB of small objects, a large document parsed whole
const CACHED_RECORDS = 240_000; // 45 MB of the 64
const MOST_HELD = 20; // documents at once; 24 ended the process on a machine that had both cores for it

interface DocumentRecord {
  readonly key: string;
  readonly values: readonly number[];
}

// A heap with little room, and requests that hold much of it while they wait: the more of them, the more often the
// collector runs, and the less it finds.
const meter = new ServiceMeter();
const service = new ServiceTime({ meanMs: 40, spreadMs: 4, seed: 9 });
const cache = parsed(CACHED_RECORDS);
const room = new Crew(Array.from({ length: MOST_HELD }, () => hold));
let collectingMs = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collectingMs += duration;
}).observe({ entryTypes: ["gc"] });

serveTarget({
  meter,
  answer: async () => {
    await room.work();
    return { status: 200, body: `${RECORDS} of ${cache.length}\n` };
  },
  counts: async () => {
    const heap = getHeapStatistics();
    return { ...meter.counts(), symptoms: { collectingMs, heapUsedBytes: heap.used_heap_size, heapLimitBytes: heap.heap_size_limit } };
  },
});

async function hold(): Promise<void> {
  const held = parsed(RECORDS);
  await meter.during(() => service.wait());
  if (held.length !== RECORDS) throw new Error("the document changed while it was held");
}

function parsed(records: number): DocumentRecord[] {
  return Array.from({ length: records }, (_, index) => ({ key: `record ${index}`, values: [index, index + 0.5] }));
}
