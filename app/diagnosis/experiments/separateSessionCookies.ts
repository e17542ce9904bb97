import { sessionCookieName, sharedCookie } from "../sharedCookie.ts";
import { loadedConnections, noCurve, pairs } from "./blocks.ts";
import { confirms, DECISIVE, type ExperimentDesign, HINT, refutes } from "./experiment.ts";
import { answerOf, throughputCompared } from "./throughput.ts";

const ID = "separate-session-cookies";

/** Every connection a session of its own: a lock of the session lets them pass, a lock for everybody does not. */
export const separateSessionCookies: ExperimentDesign = {
  id: ID,
  title: "A session cookie for each connection",
  explanation:
    "Half of the blocks send the plan's one cookie on all connections, half a value of its own on each. If throughput grows, requests of one session waited for each other; if it stays, whatever they wait for is common to all sessions. A target that knows only sessions somebody logged in to answers differently, and nothing is concluded.",
  arms: { a: "one session cookie for all", b: "a session cookie for each connection" },
  about: ["session-lock", "serialised"],
  obstacle: (o) =>
    noCurve(o) ?? (o.plan.cookies === "shared" || sharedCookie(o.plan) !== null ? null : "the connections shared no session cookie"),
  blocks(o) {
    const cookie = sharedCookie(o.plan);
    return pairs(o, ID, loadedConnections(o), {
      b: cookie === null ? { cookies: "per-connection" } : { sessionCookie: sessionCookieName(cookie) },
    });
  },
  judge: (measured) =>
    throughputCompared(separateSessionCookies, measured, true, (comparison) => {
      switch (answerOf(comparison)) {
        case "lifted":
          return {
            text: "requests of one session wait for each other; sessions do not.",
            effects: [...confirms(DECISIVE, "session-lock"), ...refutes(DECISIVE, "serialised")],
          };
        case "unmoved":
          return {
            text: "it is not the session's lock: what they wait for is common to all sessions.",
            effects: [...refutes(DECISIVE, "session-lock"), ...confirms(HINT, "serialised")],
          };
        case "unclear":
          return {
            text: "that is too little to say that the session's lock is the limit, and too much to say that it is not.",
            effects: [],
          };
      }
    }),
};
