import type { LevelSummary } from "../levelSummary.ts";
import { counted, digits, percent } from "../numbers.ts";
import { absent, noData, type Rule, suggested, supports } from "../rule.ts";

const CLOSED_SHARE = 0.5; // connections opened per request: the server closes after every second answer or sooner
const FEWEST_ANSWERS = 20;

/** Every request, or nearly, has a connection of its own. */
export const keepAliveOff: Rule = {
  id: "keep-alive-off",
  title: "A new connection for nearly every request",
  severity: "info",
  explanation:
    "Each request opens a connection: a round trip more, a port at the client, an accept at the target, with TLS a handshake that costs more CPU than most requests. Browsers and API clients keep theirs. It was asked for (--no-keep-alive), or the target closes after each answer (Connection: close, HTTP/1.0, a synchronous worker that serves one request at a time). Confused with: connections that break (errors come with them).",
  advice: [
    "Measure both ways, and say which one you publish.",
    "Look for Connection: close in the answers, and at the target's keep-alive settings.",
  ],
  judge({ usable, plan }) {
    const judged = usable.filter(({ requests }) => requests >= FEWEST_ANSWERS);
    const [worst] = judged.filter(({ sockets }) => !Number.isNaN(sockets.connects)).toSorted((a, b) => perRequest(b) - perRequest(a));
    if (worst === undefined && plan.keepAlive) return noData(`connections opened on levels of ${FEWEST_ANSWERS} answers or more`);
    if (!plan.keepAlive) {
      const fact = { metric: "keepAlive", observed: "no", expected: "no", text: "The plan asks for a new connection for every request." };
      return {
        outcome: "present",
        confidence: 1,
        levels: usable.map(({ index }) => index),
        summary: `Every request opened its own connection, as asked for${worst?.meanConnectMs == null ? "" : `: ${digits(worst.meanConnectMs)} ms each, at ${counted(worst.connections, "connection")}, which no latency includes`}.`,
        evidence: [supports(fact)],
        experiments: [
          suggested("keep-alive-off", "Run the same levels with connections kept alive: the difference is what connecting costs."),
        ],
      };
    }
    const level = worst as LevelSummary; // with keep-alive there is one, or it was said that there is none
    const fact = {
      metric: "connectsPerRequest",
      observed: perRequest(level),
      expected: `${CLOSED_SHARE} or more`,
      text: `${level.sockets.connects} connections were opened for ${level.requests} requests at ${counted(level.connections, "connection")}.`,
    };
    if (perRequest(level) < CLOSED_SHARE) return absent(fact);
    return {
      outcome: "present",
      confidence: level.sockets.lost + level.errors.receive > CLOSED_SHARE * level.sockets.connects ? 0.6 : 0.95,
      levels: judged.filter((each) => perRequest(each) >= CLOSED_SHARE).map(({ index }) => index),
      summary: `The target closes its connections although they were to be kept alive: ${percent(perRequest(level))} of the requests at ${counted(level.connections, "connection")} needed a new one.`,
      evidence: [supports(fact)],
      experiments: [
        suggested("keep-alive-off", "Run the same levels without keep-alive: the same numbers, and the target never keeps a connection."),
      ],
    };
  },
};

const perRequest = ({ sockets, requests }: LevelSummary): number => sockets.connects / Math.max(1, requests);
