import { flatAt, idleQueue, isOneAtATime, isQueue } from "../queue.ts";
import { absent, type BottleneckRule, noData, suggested, supports } from "../rule.ts";
import { sessionCookieName, sharedCookie } from "../sharedCookie.ts";
import { fileLockEvidence } from "../stacks.ts";

const ONE_AT_A_TIME = 0.55; // a global lock looks the same until sessions are told apart
const FILE_LOCK = 0.8; // file sessions wait just there; another file's lock would be a coincidence
const UNKNOWN_WIDTH = 0.52; // a pool looks the same as well; but a cookie shared by all is the first thing to try

/** Requests of one session wait for each other. From one run it cannot be told from a global lock: the experiment can. */
export const sessionLock: BottleneckRule = {
  id: "session-lock",
  title: "Requests of one session wait for each other",
  severity: "critical",
  explanation:
    "Many frameworks lock the session for the whole request (PHP's file sessions, ASP.NET session state). A benchmark that sends one session cookie on all connections then measures one user clicking very fast. Real users, each with a session, would not wait for each other. Confused with: a global lock or a single worker (distinct sessions wait as well), and a limit per user or per address.",
  advice: [
    "Give each connection its own session (--session-cookie NAME).",
    "Release the session early (PHP: session_write_close(); ASP.NET: read-only session state).",
  ],
  judge(o) {
    const cookie = sharedCookie(o.plan);
    if (cookie === null) {
      return absent({
        metric: "sharedCookie",
        observed: "none",
        expected: "one cookie on all connections",
        text: "The connections did not share a session cookie.",
      });
    }
    const queue = idleQueue(o);
    if (!isQueue(queue)) return queue;
    const { width } = queue;
    if (width !== null && !isOneAtATime(width)) return noData("a run with a cookie per connection to compare with");
    const fileLock = fileLockEvidence(o);
    const alone = width === null ? UNKNOWN_WIDTH : ONE_AT_A_TIME;
    const many = width === null ? `at most ${queue.most} requests at a time` : "one request at a time";
    return {
      outcome: "present",
      confidence: (fileLock === null ? alone : FILE_LOCK) * queue.certainty,
      summary: `${flatAt(o)}, ${many}, and every request carried the same session cookie: they may wait for that session's lock.${fileLock === null ? "" : ` ${fileLock.text}`}`,
      evidence: [
        ...queue.evidence,
        ...(fileLock === null ? [] : [fileLock]),
        supports({
          metric: "sharedCookie",
          observed: cookie,
          expected: "one cookie on all connections",
          text: `Every request carried the cookie "${cookie}".`,
        }),
      ],
      experiments: [
        suggested(
          "separate-session-cookies",
          `Give each connection its own cookie (--session-cookie ${sessionCookieName(cookie)}): a session lock disappears, a global lock stays.`,
        ),
      ],
    };
  },
};
