import { loadedConnections, noCurve, pairs } from "./blocks.ts";
import { confirms, DECISIVE, type ExperimentDesign, refutes } from "./experiment.ts";
import { throughputCompared } from "./throughput.ts";

const ID = "keep-alive-off";
const ABOUT_OPENING = ["keep-alive-off", "accept-queue", "port-exhaustion"] as const;

/** A connection for every request, or one for all: what does opening them cost, and what does keeping them? */
export const keepAliveOff: ExperimentDesign = {
  id: ID,
  title: "Keep-alive on and off",
  explanation:
    "Half of the blocks keep connections, half open one for every request. Slower without: opening connections (handshakes, listen queue, ports) is what costs. Faster without: kept connections wait for something, as with delayed acknowledgements of 40 ms.",
  arms: { a: "connections kept alive", b: "a connection for every request" },
  about: [...ABOUT_OPENING, "delayed-ack"],
  obstacle: noCurve,
  blocks: (o) => pairs(o, ID, loadedConnections(o), { a: { keepAlive: true }, b: { keepAlive: false } }),
  judge: (measured, { plan }) =>
    throughputCompared(keepAliveOff, measured, false, ({ change }) => {
      const kept = plan.keepAlive; // what was measured before, and what the findings speak of
      if (change === "less") {
        const text = kept ? "opening connections would cost that much." : "opening connections is what holds throughput down.";
        return { text, effects: kept ? refutes(DECISIVE, "delayed-ack") : confirms(DECISIVE, ...ABOUT_OPENING) };
      }
      if (change === "more")
        return { text: "kept connections wait for something.", effects: kept ? confirms(DECISIVE, "delayed-ack") : [] };
      if (change === "unclear") return { text: "the seconds scatter too much to tell.", effects: [] };
      const text = "keeping connections makes no difference to it.";
      return { text, effects: kept ? refutes(DECISIVE, "delayed-ack") : refutes(DECISIVE, ...ABOUT_OPENING) };
    }),
};
