import { constants, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { diskFolder } from "./diskFolder.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { doseArgument, endWithParent, serveTarget } from "./targetServer.ts";

const RECORD = Buffer.alloc(4_096, "x");
const FILE_BYTES = 1 << 20; // written over and over: a lab must not fill the disk

// A log that is flushed to the disk line by line: so many flushes in a request, and the request waits for each.
const meter = new ServiceMeter();
const flushes = doseArgument();
endWithParent();
const path = join(diskFolder(), `plateau-lab-${process.pid}.log`);
writeFileSync(path, Buffer.alloc(FILE_BYTES)); // at its full size, so that later writes change nothing but their own block
const log = await open(path, constants.O_WRONLY | constants.O_DSYNC); // each write to the disk by itself: flushes of one file would be done together
process.once("exit", () => rmSync(path, { force: true }));
let written = 0;
let flushMs = 0;

serveTarget({
  meter,
  answer: async () => {
    await meter.during(async () => {
      for (let done = 0; done < flushes; done++) await flushed();
    });
    return { status: 200 };
  },
  counts: async () => ({ ...meter.counts(), symptoms: { flushes: written, meanFlushMs: flushMs / Math.max(1, written) } }),
});

async function flushed(): Promise<void> {
  const beganMs = performance.now();
  await log.write(RECORD, 0, RECORD.length, (written * RECORD.length) % FILE_BYTES);
  written += 1;
  flushMs += performance.now() - beganMs;
}
