import { counted, digits } from "../numbers.ts";
import { absent, noData, type Rule, supports } from "../rule.ts";

const CROWDED_PERCENT = 70; // of the host: generator and target now take cores from each other

/** Generator and target on the same cores: at low CPU harmless, near saturation it shapes the result. */
export const coLocated: Rule = {
  id: "co-located",
  title: "Generator and target share this machine",
  severity: "info",
  explanation:
    "The load is made on the machine it is aimed at. While the CPU idles this changes little; near saturation the two take cores from each other, and the network is never part of the picture.",
  advice: ["For numbers to publish, run the load from another machine."],
  judge({ levels, targetSeen, busyPercent }) {
    const last = levels.at(-1);
    if (last === undefined) return noData("a measured level");
    if (last.told) return noData("where the other tool ran");
    if (!targetSeen)
      return absent({
        metric: "targetSeen",
        observed: "no",
        expected: "a process on this machine",
        text: "The target's process was not found on this machine.",
      });
    const { us, sy } = last.host;
    const busyAtLast = us === null || sy === null ? null : us + sy; // where no level can be used
    const busy = busyPercent ?? busyAtLast ?? 0;
    const crowded = busy >= CROWDED_PERCENT;
    return {
      outcome: "present",
      confidence: 1,
      levels: levels.map((level) => level.index),
      summary: crowded
        ? `Generator and target share this machine, and its CPU is ${Math.round(busy)} % busy: each takes from the other.`
        : "Generator and target share this machine; its CPU has room for both.",
      evidence: [
        supports({
          metric: "generatorCpuCores",
          observed: last.generator.cpuCores,
          expected: "small beside the target's",
          text: `At ${counted(last.connections, "connection")} the generator used ${digits(last.generator.cpuCores)} cores, the target ${digits(last.target?.cpuCores ?? 0)}.`,
        }),
      ],
    };
  },
};
