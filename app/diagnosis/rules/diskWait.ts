import type { Evidence } from "../../model/finding.ts";
import { digits } from "../numbers.ts";
import { shapeFact } from "../queue.ts";
import { absent, type BottleneckRule, contradicts, noData, suggested, supports } from "../rule.ts";
import { meanOf, standstill, standstillFact, stoodStill } from "../standstill.ts";

const WAIT_PERCENT = 10; // iowait of all cores; on 4 cores, one task that waits for two fifths of the time
const PRESSURE_PERCENT = 20; // of the time a task waits for the disk; a log that is flushed now and then stays far below
const BLOCKED_TASKS = 1; // in uninterruptible sleep at any moment, on the mean
const BUSY_PERCENT = 80; // us + sy: beyond, the CPU is what is short, whatever the disk does
const DEVICE_PERCENT = 80; // of the time the busiest disk has work; a device with many queues can do more at 100, so this is never proof alone
const OWN_THREADS = 0.5; // of the target, found waiting for the disk at any moment ...
const OWN_SHARE = 0.3; // ... and of the requests that are worked on: a log that is written beside the work holds up nobody
const SWAP_PAGES_PER_SECOND = 50; // then the disk serves memory that is missing
const HINT = 0.4; // the machine waits, which may be for another program
const LIKELY = 0.75; // and tasks are blocked, or the device never pauses; or the target's threads wait, and nothing else shows it
const SURE = 0.88; // the target's threads wait, and so does the machine; or tasks are blocked and the device never pauses

/** Requests wait for storage. */
export const diskWait: BottleneckRule = {
  id: "disk-wait",
  title: "Waiting for the disk",
  severity: "critical",
  explanation:
    "Work that has to reach the disk (a commit, a log flushed line by line, a read that no cache holds) waits for it: iowait and the pressure on I/O rise, tasks sit in uninterruptible sleep, and the CPU has time. Throughput is what the device gives in operations per second, divided by operations per request. Confused with: swapping (the disk then stands in for memory), a network file system (tasks blocked, local disk idle), a database on another machine (nothing to see here), and other programs' writing. A busy CPU hides iowait, as it counts only idle time.",
  advice: [
    "Write in batches: group commits, a buffered log, fewer flushes per request.",
    "Read less from the disk: an index, more memory for the cache.",
    "For a test only: put the data on a memory file system and look whether the plateau moves.",
  ],
  judge(o) {
    const still = standstill(o);
    if (still === null) return absent(shapeFact(o));
    if (o.busyPercent === null) return noData("CPU of the target's host");
    const waited = meanOf(still.levels, ({ host }) => host.wa);
    const pressure = meanOf(still.levels, ({ host }) => host.pressureIoPercent);
    const own = meanOf(still.levels, ({ target }) => (target?.waits == null ? null : (target.waits.disk ?? 0)));
    if (waited === null && pressure === null && own === null)
      return noData("iowait or I/O pressure of the target's host, or what its threads wait in");
    const waiting = {
      metric: pressure === null ? "hostIoWaitPercent" : "hostPressureIoPercent",
      observed: pressure ?? waited ?? 0,
      expected: `iowait of ${WAIT_PERCENT} %, or tasks that wait for the disk for ${PRESSURE_PERCENT} % of the time`,
      text: `iowait is ${waited === null ? "not told" : `${digits(waited)} %`}; tasks wait for the disk for ${pressure === null ? "a time that is not told" : `${Math.round(pressure)} % of the time`}.`,
    };
    const leastOwn = Math.max(OWN_THREADS, OWN_SHARE * (o.width?.value ?? 0));
    const threads = sign(
      own,
      leastOwn,
      "targetThreadsInDisk",
      (n) => `${digits(n)} of the target's threads wait for the disk at any moment.`,
    );
    const targetWaits = threads?.speaks === "for";
    const machineWaits = (waited ?? 0) >= WAIT_PERCENT || (pressure ?? 0) >= PRESSURE_PERCENT;
    if (!machineWaits && !targetWaits) return threads === null ? absent(waiting) : absent(waiting, threads);
    const busy = {
      metric: "hostBusyPercent",
      observed: o.busyPercent,
      expected: `below ${BUSY_PERCENT}`,
      text: `The CPU is ${Math.round(o.busyPercent)} % busy.`,
    };
    const isBusy = o.busyPercent >= BUSY_PERCENT;
    const delayed = meanOf(still.levels, ({ target }) => target?.runDelayCores);
    const inSpite = targetWaits && delayed !== null && own !== null && own > delayed; // its threads wait for the disk more than for a core
    if (isBusy && !inSpite) return absent(busy);
    const signs = [
      sign(
        meanOf(still.levels, ({ host }) => host.blocked),
        BLOCKED_TASKS,
        "hostBlockedTasks",
        (n) => `${digits(n)} tasks are blocked in I/O at any moment.`,
      ),
      sign(
        meanOf(still.levels, ({ host }) => host.diskBusyPercent),
        DEVICE_PERCENT,
        "diskBusyPercent",
        (n) => `The busiest disk has work for ${Math.round(n)} % of the time.`,
      ),
    ].flatMap((each) => each ?? []);
    const seen = signs.filter(({ speaks }) => speaks === "for").length;
    const swap = meanOf(still.levels, ({ host }) => host.swapPagesPerSecond) ?? 0;
    const swaps = swap >= SWAP_PAGES_PER_SECOND;
    return {
      outcome: "present",
      confidence: swaps ? HINT : isBusy ? LIKELY : confidenceOf(targetWaits, machineWaits, seen),
      levels: still.levels.map(({ index }) => index),
      summary: `${stoodStill(o, still)}, ${isBusy ? "and whatever else keeps the CPU busy" : `while the CPU is only ${Math.round(o.busyPercent)} % busy`}, work waits for the disk: ${targetWaits ? threads.text : waiting.text}`,
      evidence: [
        supports(standstillFact(o, still)),
        machineWaits ? supports(waiting) : contradicts(waiting),
        isBusy ? contradicts(busy) : supports(busy),
        ...(threads === null ? [] : [threads]),
        ...signs,
        ...(swaps
          ? [
              contradicts({
                metric: "swapPagesPerSecond",
                observed: swap,
                expected: `below ${SWAP_PAGES_PER_SECOND}`,
                text: `${digits(swap)} pages a second are swapped: the disk may only stand in for memory.`,
              }),
            ]
          : []),
      ],
      experiments: [
        suggested(
          "other-endpoint",
          "Ask a URL that neither reads nor writes files during the load: unaffected, and it is the disk behind this one.",
        ),
        suggested("repeat-first", "Repeat the first level: what was read from disk at first comes from memory now."),
      ],
    };
  },
};

/** `seen`: blocked tasks, a device that never pauses. */
function confidenceOf(targetWaits: boolean, machineWaits: boolean, seen: number): number {
  if (targetWaits) return machineWaits || seen > 0 ? SURE : LIKELY;
  return seen === 0 ? HINT : seen === 1 ? LIKELY : SURE;
}

/** A number that is at least as large as it should be speaks for the disk; nothing is said where it was not read. */
function sign(observed: number | null, least: number, metric: string, says: (value: number) => string): Evidence | null {
  if (observed === null) return null;
  return { metric, observed, expected: `${digits(least)} or more`, text: says(observed), speaks: observed >= least ? "for" : "against" };
}
