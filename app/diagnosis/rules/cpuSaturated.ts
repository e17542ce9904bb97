import { digits, percent } from "../numbers.ts";
import type { Observations } from "../observe.ts";
import { flatAt, shapeFact } from "../queue.ts";
import { absent, type BottleneckRule, type Judgement, noData, suggested, supports } from "../rule.ts";
import { meanOf } from "../standstill.ts";

const HOST_BUSY_PERCENT = 90; // us + sy of all cores
const TARGET_SHARE = 0.6; // of the cores used by the target itself; the generator may have the rest
const THROTTLED_SHARE = 0.25; // of the quota's periods in which it was used up; a burst now and then stays below
const QUOTA_SHARE = 0.8; // of the quota used on average: it is the whole, not a burst, that does not fit
const QUOTA_CONFIDENCE = 0.93; // the kernel itself counts what it withheld; a thread at its quota looks full as well

/** The processor is simply full, and it is the target that fills it. */
export const cpuSaturated: BottleneckRule = {
  id: "cpu-saturated",
  title: "No CPU is left",
  severity: "critical",
  explanation:
    "Every core works, mostly for the target: throughput is cores divided by CPU time per request. Latency grows with every connection because requests wait for a core. In a container it may be the quota that is full, while the machine idles: the kernel then stops the target for the rest of each 100 ms. Confused with: steal (the hypervisor takes the time), garbage collection, and the generator on the same cores.",
  advice: [
    "Profile the target: what it does with the CPU is the only lever.",
    "Cache what is computed again and again.",
    "Run the generator on another machine to give the target all cores.",
  ],
  judge(o) {
    if (o.plateau === null) return absent(shapeFact(o));
    const quota = throttled(o);
    if (quota !== null) return quota;
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

/** The target's control group may use so much CPU, and did. Null: it has no quota, or room within it. */
function throttled(o: Observations): Judgement | null {
  const share = meanOf(o.crowded, ({ target }) => target?.throttledShare);
  const quotaCores = meanOf(o.crowded, ({ target }) => target?.quotaCores);
  if (share === null || quotaCores === null || o.targetCores === null) return null;
  if (share < THROTTLED_SHARE || o.targetCores < QUOTA_SHARE * quotaCores) return null;
  const periods = {
    metric: "throttledShare",
    observed: share,
    expected: `${THROTTLED_SHARE} or more`,
    text: `In ${percent(share)} of its periods the target used up its quota and was stopped.`,
  };
  const used = {
    metric: "targetCpuCores",
    observed: o.targetCores,
    expected: `${digits(QUOTA_SHARE * quotaCores)} or more`,
    text: `The target uses ${digits(o.targetCores)} of the ${digits(quotaCores)} cores it may use.`,
  };
  return {
    outcome: "present",
    confidence: QUOTA_CONFIDENCE,
    summary: `${flatAt(o)}: the target may use ${digits(quotaCores)} cores and uses ${digits(o.targetCores)}, and in ${percent(share)} of its periods it was stopped for that. What the machine has beside is of no use to it.`,
    evidence: [supports(shapeFact(o)), supports(periods), supports(used)],
    advice: ["Raise the CPU limit of the container or service."],
    experiments: [suggested("half-payload", "Ask for half the work per request: throughput doubles when the CPU is the limit.")],
  };
}
