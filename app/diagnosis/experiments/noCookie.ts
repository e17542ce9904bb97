import { sharedCookie } from "../sharedCookie.ts";
import { loadedConnections, noCurve, pairs } from "./blocks.ts";
import { confirms, DECISIVE, type ExperimentDesign, HINT, refutes } from "./experiment.ts";
import { answerOf, throughputCompared } from "./throughput.ts";

const ID = "no-cookie";

/** No session at all: what remains is not the session's. */
export const noCookie: ExperimentDesign = {
  id: ID,
  title: "No cookie",
  explanation:
    "Half of the blocks leave the cookie out. If throughput grows, the session was what requests waited for: its lock, or the store it is kept in. If the target then answers something else (a page to log in), nothing is concluded.",
  arms: { a: "the cookie", b: "no cookie" },
  about: ["session-lock", "serialised"],
  obstacle: (o) =>
    noCurve(o) ?? (o.plan.cookies === "shared" || sharedCookie(o.plan) !== null ? null : "the connections shared no session cookie"),
  blocks: (o) =>
    pairs(o, ID, loadedConnections(o), {
      b: { headers: o.plan.headers.filter(({ name }) => name.toLowerCase() !== "cookie"), cookies: "none" },
    }),
  judge: (measured) =>
    throughputCompared(noCookie, measured, true, (comparison) => {
      switch (answerOf(comparison)) {
        case "lifted":
          return {
            text: "requests wait for their session, not for each other.",
            effects: [...confirms(DECISIVE, "session-lock"), ...refutes(DECISIVE, "serialised")],
          };
        case "unmoved":
          return {
            text: "it is not the session they wait for.",
            effects: [...refutes(DECISIVE, "session-lock"), ...confirms(HINT, "serialised")],
          };
        case "unclear":
          return { text: "that is too little to say that the session is the limit, and too much to say that it is not.", effects: [] };
      }
    }),
};
