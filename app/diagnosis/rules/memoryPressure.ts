import type { Evidence } from "../../model/finding.ts";
import { COLLECTOR_SHARE, collectorShare } from "../collector.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { digits, percent } from "../numbers.ts";
import type { Observations } from "../observe.ts";
import { shapeFact } from "../queue.ts";
import { absent, type BottleneckRule, contradicts, noData, suggested, supports } from "../rule.ts";
import { meanOf, type Standstill, standstill, standstillFact, stoodStill } from "../standstill.ts";

const SWAP_PAGES_PER_SECOND = 50; // 200 kB/s, on the mean of a level: beyond the odd page that comes back
const PRESSURE_PERCENT = 5; // of the time some task waits for memory; a healthy machine has 0
const MOSTLY_COLLECTING_SHARE = 0.4; // nothing but a heap that is too small makes a collector work this much
const FALLEN_SHARE = 0.15; // of the peak: memory that is short makes throughput fall, not only stop
const GROWN = 1.5; // resident memory at the last level against the first
const MAJOR_FAULTS_PER_SECOND = 50; // pages of the target that had to come from disk while it worked; after its start there are none
const SWAPPING = 0.85;
const COLLECTING = 0.75;
const MOSTLY_COLLECTING = 0.9;
const PRESSED = 0.7;
const GROWING = 0.35; // memory that grows with load is also what healthy targets do
const FLAT_FACTOR = 0.6; // on a plateau that does not fall, pressure is there but may not be what limits

interface Sign {
  readonly confidence: number;
  readonly phrase: string;
  readonly fact: Omit<Evidence, "speaks">;
}

/**
 * Memory is short: the machine swaps, or the target collects garbage instead of working.
 *
 *   X |   .--.                 collector |            /
 *     |  /    '.                   share |         _.'
 *     | /       '.__                     | ____..-'
 *     +------------- N                   +------------- N
 */
export const memoryPressure: BottleneckRule = {
  id: "memory-pressure",
  title: "Memory is short",
  severity: "critical",
  explanation:
    "Every request in flight holds memory. When it runs out, the garbage collector runs again and again for less and less, or the kernel swaps; throughput then does not stop but falls, often from one level to the next, and latency jumps. It shows as the collector's share of the CPU, pages swapped, pressure on memory. Confused with: thrashing threads (system time and context switches rise, the collector idles), and a leak (throughput falls with time at any load).",
  advice: [
    "Give the heap more room, or the machine more memory, and look whether the fall moves to more connections.",
    "Bound the requests that are worked on at once: what is queued as a request costs less memory than what is half done.",
    "Look at what each request allocates: large documents parsed whole, buffers, sessions.",
  ],
  judge(o) {
    const still = standstill(o);
    if (still === null) return absent(shapeFact(o));
    const signs = signsOf(o, still).toSorted((a, b) => b.confidence - a.confidence);
    const [strongest] = signs;
    if (strongest === undefined) {
      if (meanOf(still.levels, memoryTold) === null)
        return noData("memory of the host or the target: swapping, pressure, the garbage collector's CPU");
      return absent({
        metric: "memorySigns",
        observed: "none",
        expected: "swapping, pressure on memory, or a busy garbage collector",
        text: "Nothing is swapped, no task waits for memory, and no garbage collector is busy.",
      });
    }
    const fallen = still.fallenShare >= FALLEN_SHARE;
    if (!fallen && strongest.confidence <= GROWING) return absent(shapeFact(o));
    const fall = {
      metric: "fallenShare",
      observed: still.fallenShare,
      expected: `${FALLEN_SHARE} or more`,
      text: `The last level has ${percent(still.last.throughputRps / still.peak.throughputRps)} of the peak's throughput.`,
    };
    return {
      outcome: "present",
      confidence: strongest.confidence * (fallen || strongest.confidence >= MOSTLY_COLLECTING ? 1 : FLAT_FACTOR),
      levels: still.levels.map(({ index }) => index),
      summary: `${stoodStill(o, still)}, while ${signs.map(({ phrase }) => phrase).join(", and ")}.`,
      evidence: [
        supports(standstillFact(o, still)),
        fallen ? supports(fall) : contradicts(fall),
        ...signs.map(({ fact }) => supports(fact)),
      ],
      experiments: [
        suggested("half-payload", "Ask for answers of half the size: if the fall comes at twice the connections, it is memory."),
        suggested("repeat-first", "Repeat the first level after a pause: as fast as before, and it is load; slower, and it is a leak."),
      ],
    };
  },
};

function signsOf(o: Observations, { last, peak }: Standstill): Sign[] {
  const signs: Sign[] = [];
  const swapped = last.host.swapPagesPerSecond;
  if (swapped !== null && swapped >= SWAP_PAGES_PER_SECOND) {
    const phrase = `${digits(swapped)} pages a second are swapped at ${last.connections}`;
    signs.push(signOf(SWAPPING, phrase, "swapPagesPerSecond", swapped, `${SWAP_PAGES_PER_SECOND} or more`));
  }
  const faults = last.target?.majorFaultsPerSecond ?? null;
  if (faults !== null && faults >= MAJOR_FAULTS_PER_SECOND) {
    const phrase = `the target waits for ${digits(faults)} pages a second to come back from disk`;
    signs.push(signOf(SWAPPING, phrase, "majorFaultsPerSecond", faults, `${MAJOR_FAULTS_PER_SECOND} or more`));
  }
  const collecting = collectorShare(last);
  if (collecting !== null && collecting >= COLLECTOR_SHARE) {
    const before = peak === last ? null : collectorShare(peak);
    const grown = before === null ? "" : `, ${percent(before)} at the peak`;
    const phrase = `the garbage collector takes ${percent(collecting)} of the target's time at ${last.connections}${grown}`;
    const confidence = collecting >= MOSTLY_COLLECTING_SHARE ? MOSTLY_COLLECTING : COLLECTING;
    signs.push(signOf(confidence, phrase, "collectorShare", collecting, `${COLLECTOR_SHARE} or more`));
  }
  const pressed = last.host.pressureMemoryPercent;
  if (pressed !== null && pressed >= PRESSURE_PERCENT && o.busyPercent !== null) {
    const phrase = `tasks wait for memory for ${Math.round(pressed)} % of the time`;
    signs.push(signOf(PRESSED, phrase, "pressureMemoryPercent", pressed, `${PRESSURE_PERCENT} or more`));
  }
  const first = o.usable.find(({ target }) => target !== null && target.rssBytes !== null)?.target?.rssBytes ?? null;
  const rss = last.target?.rssBytes ?? null;
  if (first !== null && rss !== null && rss >= GROWN * first) {
    const phrase = `the target's memory grows ${digits(rss / first)} times`;
    signs.push(signOf(GROWING, phrase, "rssGrowth", rss / first, `${GROWN} or more`));
  }
  return signs;
}

function signOf(confidence: number, phrase: string, metric: string, observed: number, expected: string): Sign {
  const text = `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}.`;
  return { confidence, phrase, fact: { metric, observed, expected, text } };
}

function memoryTold(level: LevelSummary): number | null {
  const { host, target } = level;
  return host.swapPagesPerSecond ?? host.pressureMemoryPercent ?? target?.rssBytes ?? collectorShare(level);
}
