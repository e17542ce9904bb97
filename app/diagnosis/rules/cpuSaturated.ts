import { digits } from "../numbers.ts";
import { flatAt, shapeFact } from "../queue.ts";
import { absent, type BottleneckRule, noData, suggested, supports } from "../rule.ts";

const HOST_BUSY_PERCENT = 90; // us + sy of all cores
const TARGET_SHARE = 0.6; // of the cores used by the target itself; the generator may have the rest

/** The processor is simply full, and it is the target that fills it. */
export const cpuSaturated: BottleneckRule = {
  id: "cpu-saturated",
  title: "All cores are busy",
  severity: "critical",
  explanation:
    "Every core works, mostly for the target: throughput is cores divided by CPU time per request. Latency grows with every connection because requests wait for a core. Confused with: steal (the hypervisor takes the time), garbage collection, and the generator on the same cores.",
  advice: [
    "Profile the target: what it does with the CPU is the only lever.",
    "Cache what is computed again and again.",
    "Run the generator on another machine to give the target all cores.",
  ],
  judge(o) {
    if (o.plateau === null) return absent(shapeFact(o));
    if (o.busyPercent === null) return noData("CPU of the target's host");
    const busy = {
      metric: "hostBusyPercent",
      observed: o.busyPercent,
      expected: `${HOST_BUSY_PERCENT} or more`,
      text: `The CPU is ${Math.round(o.busyPercent)} % busy on the plateau.`,
    };
    if (o.busyPercent < HOST_BUSY_PERCENT) return absent(busy);
    const ofTarget = o.targetCores === null ? null : o.targetCores / o.cores;
    const used = {
      metric: "targetCpuCores",
      observed: o.targetCores ?? 0,
      expected: `${digits(TARGET_SHARE * o.cores)} or more`,
      text: `The target uses ${digits(o.targetCores ?? 0)} of ${o.cores} cores.`,
    };
    if (ofTarget !== null && ofTarget < TARGET_SHARE) return absent(used);
    return {
      outcome: "present",
      confidence: ofTarget === null ? 0.6 : 0.9, // without the target's own CPU, somebody else may be the busy one
      summary: `${flatAt(o)}, with the CPU ${Math.round(o.busyPercent)} % busy${o.targetCores === null ? "" : `: the target uses ${digits(o.targetCores)} of ${o.cores} cores`}. There is no core left to work on more.`,
      evidence: [supports(shapeFact(o)), supports(busy), ...(o.targetCores === null ? [] : [supports(used)])],
      experiments: [suggested("half-payload", "Ask for half the work per request: throughput doubles when the CPU is the limit.")],
    };
  },
};
