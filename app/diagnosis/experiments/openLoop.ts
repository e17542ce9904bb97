import { digits } from "../numbers.ts";
import type { Observations } from "../observe.ts";
import { block, noCurve, pairs } from "./blocks.ts";
import { compare } from "./comparison.ts";
import { confirms, DECISIVE, type ExperimentDesign, refutes } from "./experiment.ts";
import { UNDECIDED } from "./throughput.ts";
import { spoilt, usable } from "./usable.ts";

const ID = "open-loop-at-0.7";
const SHARE = 0.7; // of the throughput at the plateau: well below what the target can carry
const FAR_WORSE = 1; // of the mean latency: twice as long
const SPREAD = { count: 4, durationMs: 2000 };

/** The same throughput by users who come when they come: what do they see that connections waiting for each other hide? */
export const openLoop: ExperimentDesign = {
  id: ID,
  title: "Arrivals at 0.7 of the plateau",
  explanation:
    "A closed loop asks less while the target stalls, and so hides the stall (coordinated omission). Here requests arrive at a fixed rate, 0.7 of the plateau, and their time counts from when they should have been sent; beside it as many connections as give the same throughput in a closed loop.",
  arms: { a: "connections that wait for their answers", b: "arrivals at a fixed rate" },
  about: ["coordinated-omission"],
  obstacle: (o) => noCurve(o) ?? (kneeOf(o) === null ? "there is no plateau, with levels below it, to take 0.7 of" : null),
  blocks: (o) =>
    pairs(o, ID, closedConnections(o), {}, SPREAD).map((each) =>
      each.arm === "a"
        ? each
        : block(o, "b", o.plan.maxConnections, {
            durationMs: each.durationMs,
            rateRps: Math.max(1, Math.round(SHARE * (o.plateau?.throughputRps.value ?? 0))),
            changes: { arrivals: "constant" },
          }),
    ),
  judge(measured) {
    const blocks = usable(measured);
    const fault = spoilt(blocks, measured);
    if (fault !== null) return { ...UNDECIDED, metric: "meanLatencyMs", text: `Not decided: with arrivals at a fixed rate ${fault}.` };
    const closed = blocks.a.map(({ latencyMs }) => latencyMs.mean);
    const open = blocks.b.flatMap((level) => level.open?.responseLatencyMs.mean ?? []);
    const comparison = compare(closed, open);
    if (comparison === null)
      return { ...UNDECIDED, metric: "meanLatencyMs", text: "Not decided: too few blocks with an answer were measured." };
    const p99 = Math.max(...blocks.b.map((level) => level.open?.responseLatencyMs.p99 ?? 0));
    const rate = digits(blocks.b[0]?.open?.rateRps ?? 0);
    const numbers = `At ${rate} arrivals/s a request takes ${digits(comparison.b)} ms on average from when it should have been sent (p99 up to ${digits(p99)} ms), ${digits(comparison.a)} ms in a closed loop of the same throughput.`;
    const said = { comparison, metric: "meanLatencyMs" };
    if (comparison.change === "more" && comparison.shift.value > FAR_WORSE)
      return { ...said, text: `${numbers} The closed loop hides what users see.`, effects: confirms(DECISIVE, "coordinated-omission") };
    if (comparison.shift.high < FAR_WORSE)
      return { ...said, text: `${numbers} The closed loop tells what users see.`, effects: refutes(DECISIVE, "coordinated-omission") };
    return { ...said, text: `${numbers} The blocks scatter too much to tell.`, effects: [] };
  },
};

/** Connections that give 0.7 of the plateau's throughput: below the knee it grows in step with them. */
function closedConnections(o: Observations): number {
  return Math.max(1, Math.round(SHARE * (kneeOf(o) ?? 1)));
}

/** Connections at which the plateau begins; null: there is none, or it is not known where. */
function kneeOf({ plateau, width }: Observations): number | null {
  return plateau === null ? null : (width?.value ?? plateau.knee?.value ?? null);
}
