import type { Evidence } from "../../model/finding.ts";
import { COLLECTOR_SHARE, collectorShare } from "../collector.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { digits, percent } from "../numbers.ts";
import type { Observations } from "../observe.ts";
import { shapeFact } from "../queue.ts";
import { absent, type BottleneckRule, contradicts, noData, suggested, supports } from "../rule.ts";
import { meanOf, type Standstill, standstill, standstillFact, stoodStill } from "../standstill.ts";
import { ratio, type Switching, switchingOf, targetTells } from "../switching.ts";
import { isCrowdedOut } from "../validity.ts";

const BUSY_PERCENT = 50; // us + sy: threads that fight for cores keep them busy; in an idle machine switches are only waits that end
const TARGET_SHARE = 0.25; // of all cores, used by the target: where it uses less, others keep the machine busy
const SWITCHES_GROWN = 2; // per request, against the level that needs fewest; levels of a healthy target differ by less
const SYSTEM_GROWN = 1.5; // system time per request, likewise
const STILL_MORE = 0.9; // of the switches per second at the peak: where they fall with the throughput, they only follow it
const MANY_SWITCHES = 50; // per request, generator included; a thread per request needs two, each wait for a backend two more
const COSTLY_SHARE = 0.05; // of all cycles spent switching; 3-5 % suggest contention (Hunt & John, Java Performance, 2011, ch. 2)
const CYCLES_PER_SWITCH = 80_000; // the same source: direct cost and cold caches
const CYCLES_PER_SECOND = 3e9; // of a core; only the order of magnitude matters here
const SYSTEM_SHARE = 0.25; // of user time; above 0.1 the system dominates (Pepperdine), but small answers alone reach 0.3 on an idle machine
const FALLEN_SHARE = 0.05; // of the peak, surely lost: more clients give less, as with a limit of fixed width they do not
const CONVOY_SWITCHES = 10; // times those of the level that needs fewest: no crowd of waiters multiplies them so, only one that is woken in vain
const CONVOY_SYSTEM_PERCENT = 15; // of all cores: below, the machine idles and its few switches are waits that end
const CROWD_PER_CORE = 2; // runnable tasks: twice the cores is a clear queue for the CPU
const GROWTH_CONFIDENCE = 0.75;
const EXCESS_CONFIDENCE = 0.6; // a chatty service switches as often and is only busy
const UNKNOWN_CORES_CONFIDENCE = 0.52; // what the switches cost cannot be told then
const TOGETHER = 0.1; // more, when both are seen, or a queue for the cores
const DISTURBED_FACTOR = 0.6; // other programs took the CPU on the last level, and not at the peak: the fall may be theirs
const COLLECTING_FACTOR = 0.6; // a collector's threads wake and push aside as well: its switches are not the requests'
const FLAT_FACTOR = 0.6; // where throughput does not fall, switching costs but may not be the limit

/**
 * Too many threads for the cores: the machine spends its time changing between them.
 *
 *   X |   .---.            switches per |          .'
 *     |  /     '-.              request |      _.-'
 *     | /         '-.                   | __.-'
 *     +------------- N                  +------------- N
 */
export const threadThrash: BottleneckRule = {
  id: "thread-thrash",
  title: "Too many threads",
  severity: "critical",
  explanation:
    "A thread per request, and more requests than cores: threads push one another off the CPU, fight for locks, and find their caches cold. Work per request then costs more the more clients there are: throughput peaks and declines, and system time and context switches are out of proportion to the work done. Confused with: cores that are simply full (switches per request stay the same), memory that runs short (the garbage collector is busy), and a drift (repeat the first level).",
  advice: [
    "Work on fewer requests at once: fewer threads - near the number of cores when they compute - and a queue in front of them.",
    "Or use a non-blocking connector, which needs no thread per waiting request.",
    "Look for a hot lock: a thread dump during the load shows what the threads fight for.",
  ],
  judge(o) {
    const still = standstill(o);
    if (still === null) return absent(shapeFact(o));
    if (o.busyPercent === null) return noData("CPU of the target's host");
    const busyPercent = meanOf(still.levels, busyOf) ?? o.busyPercent;
    const busy = {
      metric: "hostBusyPercent",
      observed: busyPercent,
      expected: `${BUSY_PERCENT} or more`,
      text: `The CPU is ${Math.round(busyPercent)} % busy.`,
    };
    const convoy = systemOutweighsUser(still.last);
    if (busyPercent < BUSY_PERCENT && !convoy) return absent(busy);
    const own = meanOf(still.levels, ({ target }) => target?.cpuCores);
    if (own !== null && own < TARGET_SHARE * o.cores)
      return absent({
        metric: "targetCpuCores",
        observed: own,
        expected: `${digits(TARGET_SHARE * o.cores)} or more`,
        text: `The target uses ${digits(own)} of ${o.cores} cores: others keep the machine busy.`,
      });
    const ofTarget = targetTells(o.usable);
    const switching = (level: LevelSummary): Switching | null => switchingOf(level, ofTarget);
    if (meanOf(still.levels, (level) => switching(level)?.perRequest) === null) return noData("context switches of the target's host");
    const growth = growthOf(o, still, switching);
    const excess = excessOf(o, still, switching);
    const told = [...(growth?.evidence ?? []), ...(excess?.evidence ?? [])];
    if (growth === null && excess === null) return noData("system time of the target's host");
    const isIdle = busyPercent < BUSY_PERCENT;
    if (isIdle && (growth?.seen !== true || growth.switches < CONVOY_SWITCHES)) return { outcome: "absent", evidence: told };
    if (growth?.seen !== true && excess?.seen !== true) return { outcome: "absent", evidence: told };
    const fallen = {
      metric: "fallenShare",
      observed: still.fallenShare,
      expected: `${FALLEN_SHARE} or more`,
      text: `The last level has ${percent(still.last.throughputRps / still.peak.throughputRps)} of the peak's throughput.`,
    };
    const falls = still.fallenShare >= FALLEN_SHARE;
    const queue = crowd(o, still);
    const more = (growth?.seen === true && excess?.seen === true) || queue?.speaks === "for" ? TOGETHER : 0;
    const strength = growth?.seen === true ? GROWTH_CONFIDENCE : Number.isNaN(o.cores) ? UNKNOWN_CORES_CONFIDENCE : EXCESS_CONFIDENCE;
    const collecting = collectorShare(still.last) ?? 0;
    const base = (strength + more) * (collecting >= COLLECTOR_SHARE ? COLLECTING_FACTOR : 1);
    const disturbed = isCrowdedOut(still.last) && !isCrowdedOut(still.peak);
    return {
      outcome: "present",
      confidence: base * (falls ? 1 : FLAT_FACTOR) * (disturbed ? DISTURBED_FACTOR : 1),
      levels: still.levels.map(({ index }) => index),
      summary: `${stoodStill(o, still)}, while the CPU is ${Math.round(busyPercent)} % busy and much of it goes into switching: ${(growth?.seen === true ? growth : excess)?.phrase}.`,
      evidence: [
        supports(standstillFact(o, still)),
        isIdle ? contradicts(busy) : supports(busy),
        falls ? supports(fallen) : contradicts(fallen),
        ...told,
        ...(queue === null ? [] : [queue]),
        ...(collecting < COLLECTOR_SHARE ? [] : [collectorFact(collecting)]),
        ...(disturbed
          ? [
              contradicts({
                metric: "otherCpuPercent",
                observed: still.last.otherCpuPercent ?? 0,
                expected: "as little as at the peak",
                text: `On the last level other programs took ${Math.round(still.last.otherCpuPercent ?? 0)} % of the CPU, at the peak they did not: the fall may be theirs.`,
              }),
            ]
          : []),
      ],
      experiments: [
        suggested("reversed-order", "Run the levels from many connections to few: the same peak, and it is load, not time."),
        suggested("fewer-threads", "Halve the target's threads and run the last level again: if throughput rises, they were too many."),
      ],
    };
  },
};

/** A lock's convoy: each thread is woken to find it taken. Cores idle between two wake-ups, but what they do is the kernel's work. */
function systemOutweighsUser({ host: { us, sy } }: LevelSummary): boolean {
  return us !== null && sy !== null && sy >= us && sy >= CONVOY_SYSTEM_PERCENT;
}

interface Sign {
  readonly seen: boolean;
  readonly switches: number; // a request; of growth: times the least
  readonly phrase: string;
  readonly evidence: readonly Evidence[];
}

type Switches = (level: LevelSummary) => Switching | null;

/** Does a request cost more switches and system time than on the level that needs fewest? Null with nothing to compare with. */
function growthOf({ usable }: Observations, { last, peak }: Standstill, switching: Switches): Sign | null {
  const before = usable.filter((level) => level.connections < last.connections).flatMap((level) => switching(level) ?? []);
  const now = switching(last);
  if (now === null || before.length === 0) return null;
  const switches = ratio(now.perRequest, least(before.map(({ perRequest }) => perRequest)));
  const system = ratio(now.systemPerRequest, least(before.flatMap(({ systemPerRequest }) => systemPerRequest ?? [])));
  if (switches === null || system === null) return null;
  const follows = now.perSecond < STILL_MORE * (switching(peak)?.perSecond ?? 0);
  const fact = (metric: string, observed: number, atLeast: number, what: string): Evidence =>
    said(
      metric,
      observed,
      atLeast,
      `A request at ${last.connections} connections takes ${digits(observed)} times the ${what} of the level that takes least.`,
      !follows,
    );
  return {
    seen: switches >= SWITCHES_GROWN && system >= SYSTEM_GROWN && !follows,
    switches,
    phrase: `a request at ${last.connections} connections takes ${digits(switches)} times the context switches and ${digits(system)} times the system time it takes at its best`,
    evidence: [
      fact("switchesPerRequestGrowth", switches, SWITCHES_GROWN, "context switches"),
      fact("systemTimePerRequestGrowth", system, SYSTEM_GROWN, "system time"),
    ],
  };
}

/** Are there far more switches than the work can need, and do they cost? For levels that are all beyond the peak already. */
function excessOf({ cores }: Observations, { levels }: Standstill, switching: Switches): Sign | null {
  const over = (pick: (switches: Switching) => number | null): number | null =>
    meanOf(levels, (level) => {
      const switches = switching(level);
      return switches === null ? null : pick(switches);
    });
  const switches = over(({ perRequest }) => perRequest);
  const perSecond = over((each) => each.perSecond);
  const system = over(({ systemShareOfUser }) => systemShareOfUser);
  if (switches === null || perSecond === null || system === null) return null;
  const cost = (perSecond / cores) * (CYCLES_PER_SWITCH / CYCLES_PER_SECOND); // NaN where the cores are not told: the rest must do then
  const evidence = [
    said("switchesPerRequest", switches, MANY_SWITCHES, `${digits(switches)} context switches a request.`),
    ...(Number.isNaN(cost)
      ? []
      : [
          said(
            "switchingShare",
            cost,
            COSTLY_SHARE,
            `${digits(perSecond)} switches a second cost about ${percent(cost)} of ${cores} cores.`,
          ),
        ]),
    said("systemShareOfUser", system, SYSTEM_SHARE, `System time is ${percent(system)} of user time.`),
  ];
  return {
    seen: evidence.every(({ speaks }) => speaks === "for"),
    switches,
    phrase: `${digits(switches)} context switches a request${Number.isNaN(cost) ? "" : `, about ${percent(cost)} of all cycles`}, and system time that is ${percent(system)} of user time`,
    evidence,
  };
}

/** Do tasks queue for the cores? By the target's own threads where they are told. */
function collectorFact(share: number): Evidence {
  return contradicts({
    metric: "collectorShare",
    observed: share,
    expected: `below ${COLLECTOR_SHARE}`,
    text: `The garbage collector takes ${percent(share)} of the target's time: the switches may be its own.`,
  });
}

function crowd({ cores }: Observations, { levels }: Standstill): Evidence | null {
  const own = meanOf(levels, ({ target }) => (target?.runDelayCores == null ? null : target.runDelayCores + (target.cpuCores ?? 0)));
  const runnable = own ?? meanOf(levels, ({ host }) => host.runQueue);
  if (runnable === null || Number.isNaN(cores)) return null;
  const who = own === null ? "tasks" : "of the target's threads";
  return said(
    "runnableTasks",
    runnable,
    CROWD_PER_CORE * cores,
    `${digits(runnable)} ${who} want to run at any moment, on ${cores} cores.`,
  );
}

function said(metric: string, observed: number, atLeast: number, text: string, counts = true): Evidence {
  return { metric, observed, expected: `${digits(atLeast)} or more`, text, speaks: counts && observed >= atLeast ? "for" : "against" };
}

const busyOf = ({ host: { us, sy } }: LevelSummary): number | null => (us === null || sy === null ? null : us + sy);

const least = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.min(...values));
