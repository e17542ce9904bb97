import { shapeFact } from "../queue.ts";
import { absent, type BottleneckRule, noData, suggested, supports } from "../rule.ts";
import { meanOf, standstill, standstillFact, stoodStill } from "../standstill.ts";

const STEAL_PERCENT = 10; // of the CPU time: a tenth of the machine is gone, more than levels of a plateau differ by; less is a tax, no limit
const HEAVY_PERCENT = 20; // a fifth gone: no other cause is needed
const ROOM_PERCENT = 30; // idle: with so much room nobody waits for the hypervisor
const CONFIDENCE = 0.6; // a tenth may ride on a limit of the target's own
const HEAVY_CONFIDENCE = 0.8;

/** The hypervisor runs somebody else while this machine has work. */
export const steal: BottleneckRule = {
  id: "steal",
  title: "The hypervisor takes the CPU",
  severity: "critical",
  explanation:
    "A virtual machine that has work does not get the core it was sold: a neighbour has it, or its allowance of CPU credits is used up. It shows as steal time (st), which grows with the load, and as levels that come out different when repeated. Confused with: cores that are simply full (us + sy near 100, st near 0), and a container's quota, which is no steal time but throttling. A level is measured wrongly under steal, so no other cause should be read from it.",
  advice: [
    "Measure again at another time, or on a machine of your own: these numbers are your neighbours'.",
    "On burstable instances look at the CPU credits; choose a size without them for tests.",
  ],
  judge(o) {
    const still = standstill(o);
    if (still === null) return absent(shapeFact(o));
    if (o.busyPercent === null) return noData("CPU of the target's host");
    const stolen = meanOf(still.levels, ({ host }) => host.st);
    if (stolen === null) return noData("steal time (st) of the target's host");
    const fact = {
      metric: "hostStealPercent",
      observed: stolen,
      expected: `${STEAL_PERCENT} or more`,
      text: `The hypervisor took ${Math.round(stolen)} % of the CPU time.`,
    };
    if (stolen < STEAL_PERCENT) return absent(fact);
    const idle = meanOf(still.levels, ({ host }) => host.id);
    const room = {
      metric: "hostIdlePercent",
      observed: idle ?? 0,
      expected: `below ${ROOM_PERCENT}`,
      text: `The CPU is ${Math.round(idle ?? 0)} % idle.`,
    };
    if (idle !== null && idle >= ROOM_PERCENT) return absent(room);
    return {
      outcome: "present",
      confidence: stolen >= HEAVY_PERCENT ? HEAVY_CONFIDENCE : CONFIDENCE,
      levels: still.levels.map(({ index }) => index),
      summary: `${stoodStill(o, still)}, while the hypervisor takes ${Math.round(stolen)} % of the CPU time from this machine and only ${Math.round(idle ?? 0)} % is idle.`,
      evidence: [supports(standstillFact(o, still)), supports(fact), supports(room)],
      experiments: [suggested("repeat-later", "Repeat the levels at another time of day: with less steal the plateau moves up.")],
    };
  },
};
