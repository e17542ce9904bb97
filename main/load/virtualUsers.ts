import type { Plan } from "../../app/model/plan.ts";
import { CookieJar } from "../../app/requests/cookieJar.ts";
import { scriptOf } from "../../app/requests/script.ts";
import { seededRandom } from "../../app/statistics/random.ts";
import { writerOf } from "./requestBytes.ts";
import type { Target } from "./target.ts";
import { VirtualUser } from "./virtualUser.ts";

/** Makes the users of connections, in any level of a plan. */
export type UserMaker = (level: number, connection: number, connections: number) => VirtualUser;

/**
 * `seed`: hexadecimal, another one for every session: generated cookies and uuids never come twice.
 * @throws PlateauError PLAN_INVALID if the plan's requests cannot be sent
 */
export function virtualUsers(plan: Plan, target: Target, seed: string): UserMaker {
  const script = scriptOf(plan, target.path);
  const writers = script.steps.map((step) => writerOf(step, target, plan.keepAlive));
  const mayShare = plan.sessionCookie === null && plan.cookies === "none";
  const written = writers.map((writer) => (mayShare && writer.constant ? writer.bytes(() => "", []) : null));
  const words = (seed.match(/.{1,8}/g) ?? []).map((word) => Number.parseInt(word, 16));
  let shared = new CookieJar();
  let sharedIn = -1;
  return (level, connection, connections) => {
    if (level !== sharedIn) shared = new CookieJar();
    sharedIn = level;
    return new VirtualUser({
      script,
      writers,
      written,
      connection,
      connections,
      random: seededRandom(plan.seed, level, connection, 1), // pauses take the stream without the 1
      uuidRandom: seededRandom(words[0] ?? 0, ...words.slice(1), level, connection),
      sessionCookie: plan.sessionCookie === null ? null : [plan.sessionCookie, seed + connection.toString(16).padStart(8, "0")],
      jar: plan.cookies === "none" ? null : plan.cookies === "shared" ? shared : new CookieJar(),
    });
  };
}
