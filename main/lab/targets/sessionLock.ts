import { Crew } from "./crew.ts";
import { ServiceMeter } from "./serviceMeter.ts";
import { ServiceTime } from "./serviceTime.ts";
import { serveTarget } from "./targetServer.ts";

// Requests of one session wait for each other, as with PHP's session files; distinct sessions do not.
const meter = new ServiceMeter();
const held = new ServiceTime({ meanMs: 30, spreadMs: 3, seed: 3 });
const locks = new Map<string, Crew>();

serveTarget({
  meter,
  answer: async (request) => {
    await inSession(sessionOf(request.headers.cookie));
    return { status: 200 };
  },
});

async function inSession(session: string | null): Promise<void> {
  const hold = () => meter.during(() => held.wait());
  if (session === null) return hold(); // no cookie: a session of its own
  const lock = locks.get(session) ?? new Crew([hold]);
  locks.set(session, lock);
  await lock.work();
  if (lock.isIdle) locks.delete(session); // a run with a cookie per connection must not pile them up
}

/** The value of the cookie SID; null without one. */
function sessionOf(cookies: string | undefined): string | null {
  return /(?:^|;\s*)SID=([^;]*)/.exec(cookies ?? "")?.[1] ?? null;
}
