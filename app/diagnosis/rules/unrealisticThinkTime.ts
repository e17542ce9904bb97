import type { Plan } from "../../model/plan.ts";
import { meanThinkTimeMs } from "../../statistics/thinkTimeDistribution.ts";
import { counted, digits } from "../numbers.ts";
import { absent, noData, type Rule, suggested, supports } from "../rule.ts";

const SHORTEST_PAUSE_MS = 1; // no user, and hardly a program, asks again sooner
const READING_SECONDS = 5; // what a person takes between two pages at the least; only for the comparison
const FEWEST_USERS = 2;

/** The plan speaks of users, but they never pause. */
export const unrealisticThinkTime: Rule = {
  id: "unrealistic-think-time",
  title: "Users who never pause",
  severity: "info",
  explanation:
    "The plan gives connections what users have (a session, a row of data, a path through several pages), but no think time: each asks again the moment it has its answer. So many connections then press as hard as many more people would, and a limit is met at a number of connections that says little of a number of users. By the interactive law N = X (R + Z), the same throughput stands for X (R + Z) people who pause for Z. It is no fault where connections stand for programs, or where only the limit is sought.",
  advice: ["Give users a pause: --think exp:5s, or one of your log's (--think file:PATH).", "Or send arrivals instead of users: --rate."],
  judge({ plan, usable }) {
    const users = usable.filter(({ connections }) => connections >= FEWEST_USERS);
    const last = users.at(-1);
    if (last === undefined) return noData("a level of two connections or more");
    const userLike = whatUsersHave(plan);
    const pauseMs = meanThinkTimeMs(last.thinkTime);
    const kind = {
      metric: "usersHave",
      observed: userLike ?? "nothing of their own",
      expected: "a session, data, or a path of their own",
      text: userLike === null ? "The connections stand for no particular users." : `The connections have ${userLike}, as users do.`,
    };
    if (userLike === null) return absent(kind);
    const pause = {
      metric: "meanThinkTimeMs",
      observed: pauseMs,
      expected: `below ${SHORTEST_PAUSE_MS}`,
      text: pauseMs === 0 ? "They never pause between two requests." : `They pause for ${digits(pauseMs)} ms between two requests.`,
    };
    if (pauseMs >= SHORTEST_PAUSE_MS) return absent(pause);
    const people = last.throughputRps * (last.latencyMs.mean / 1000 + READING_SECONDS);
    return {
      outcome: "present",
      confidence: 0.9,
      levels: users.map(({ index }) => index),
      summary: `${counted(last.connections, "user")} with ${userLike} ask again without a pause: ${digits(last.throughputRps)} requests/s are what some ${digits(people)} people with pauses of ${READING_SECONDS} s would ask for.`,
      evidence: [supports(kind), supports(pause)],
      experiments: [
        suggested(
          "think-time",
          `Run ${digits(people)} users with --think exp:${READING_SECONDS}s: about the same throughput, spread over as many sessions as you will have.`,
        ),
      ],
    };
  },
};

/** In words; null when connections are just connections. */
function whatUsersHave({ users, sessionCookie, cookies, requests }: Plan): string | null {
  if (users !== null) return "data of their own";
  if (sessionCookie !== null || cookies === "per-connection") return "sessions of their own";
  return requests !== null && requests.order === "sequence" && requests.steps.length > 1 ? "a path through several requests" : null;
}
