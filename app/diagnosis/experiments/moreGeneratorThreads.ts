import { noCurve, pairs } from "./blocks.ts";
import { type Comparison, compare, inNumbers } from "./comparison.ts";
import { confirms, DECISIVE, type ExperimentDesign, refutes } from "./experiment.ts";
import { UNDECIDED } from "./throughput.ts";
import { secondsOf } from "./usable.ts";

const ID = "more-generator-threads";
const IDLE_PERCENT = 20; // of the host: below, more threads only take the CPU from the target

/** Twice the threads for the same connections: what grows was the generator's limit. */
export const moreGeneratorThreads: ExperimentDesign = {
  id: ID,
  title: "Twice the generator threads",
  explanation:
    "The same connections, driven by twice as many threads. If throughput grows, the generator was the limit; if it stays while the CPU has room, the target is. Blocks in which a thread was busy all the time are kept: they are the question.",
  arms: { a: "the plan's generator threads", b: "twice as many" },
  about: ["generator-saturated"],
  obstacle(o) {
    const most = Math.max(0, ...o.levels.map(({ connections }) => connections));
    if (most < 2 * o.plan.threads) return noCurve(o) ?? "there are too few connections to spread over more threads";
    return o.cores < 2 * o.plan.threads ? `this machine has ${o.cores} cores for them` : null;
  },
  blocks: (o) =>
    pairs(o, ID, Math.max(...o.levels.map(({ connections }) => connections)), { b: { threads: Math.min(64, 2 * o.plan.threads) } }),
  judge(measured) {
    const comparison = compare(secondsOf(measured.a), secondsOf(measured.b));
    if (comparison === null) return { ...UNDECIDED, text: "Not decided: too few seconds with an answer were measured." };
    const idle = Math.min(...measured.b.map(({ host }) => (host.id === null ? 0 : host.id + (host.wa ?? 0))));
    const numbers = `With twice the generator threads throughput is ${inNumbers(comparison, "requests/s")}`;
    return { comparison, metric: "throughputRps", ...conclusion(comparison, idle, numbers) };
  },
};

function conclusion({ change }: Comparison, idlePercent: number, numbers: string) {
  if (change === "more") return { text: `${numbers}. The generator was the limit.`, effects: confirms(DECISIVE, "generator-saturated") };
  if (change === "unclear") return { text: `${numbers}. The seconds scatter too much to tell.`, effects: [] };
  if (idlePercent < IDLE_PERCENT)
    return {
      text: `${numbers}. That says nothing: the CPU was ${Math.round(100 - idlePercent)} % busy, with no room for more threads.`,
      effects: [],
    };
  return { text: `${numbers}. The generator was not the limit.`, effects: refutes(DECISIVE, "generator-saturated") };
}
