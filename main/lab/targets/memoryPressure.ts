import { PerformanceObserver } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { serveTarget } from "./targetServer.ts";

const RECORDS = 6_000; // a request holds about half a megabyte of small objects, a large document parsed whole
const CACHED_RECORDS = 60_000;

interface DocumentRecord {
  readonly key: string;
  readonly values: readonly number[];
}

// A heap with little room, and requests that hold much of it while they wait: the more of them, the more often the
// collector runs, and the less it finds.
const meter = new ServiceMeter();
const service = new ServiceTime({ meanMs: 40, spreadMs: 4, seed: 9 });
const cache = parsed(CACHED_RECORDS);
let collectingMs = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collectingMs += duration;
}).observe({ entryTypes: ["gc"] });

serveTarget({
  meter,
  answer: async () => {
    const held = parsed(RECORDS);
    await meter.during(() => service.wait());
    return { status: 200, body: `${held.length} of ${cache.length}\n` };
  },
  counts: async () => {
    const heap = getHeapStatistics();
    return { ...meter.counts(), symptoms: { collectingMs, heapUsedBytes: heap.used_heap_size, heapLimitBytes: heap.heap_size_limit } };
  },
});

function parsed(records: number): DocumentRecord[] {
  return Array.from({ length: records }, (_, index) => ({ key: `record ${index}`, values: [index, index + 0.5] }));
}
