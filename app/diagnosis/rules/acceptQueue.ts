import type { Evidence } from "../../model/finding.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { counted, digits, percent } from "../numbers.ts";
import { type BottleneckRule, noData, suggested } from "../rule.ts";
import { standstill } from "../standstill.ts";

const OVERFLOWS_PER_SECOND = 1; // on the mean of a level; a single burst at its start is less
const FULL_SHARE = 0.8; // of the listen queue's limit, on the mean: then it is full again and again
const SLOW_CONNECT_MS = 50; // more than on the best level: one connect in 20 waited a second for its SYN to be sent again
const FEWEST_CONNECTS = 20; // for a mean
const MISSING_SHARE = 0.25; // of the connections, neither asking nor waiting for an answer: they still try to connect
const FAILED_SHARE = 0.01; // of all attempts to connect
const SURE = 0.9; // the queue overflows, and clients feel it
const QUEUE_ONLY = 0.6; // the target's own is full, and throughput stands still
const CLIENT_ONLY = 0.5; // connects are slow, and nothing could be read of the queue
const HARMLESS = 0.3; // one of the two, and the other was read and is clean; overflows are counted for the whole machine

/** The target accepts connections more slowly than they come: the kernel's queue in front of it is full. */
export const acceptQueue: BottleneckRule = {
  id: "accept-queue",
  title: "Connections wait to be accepted",
  severity: "critical",
  explanation:
    "Connections that the kernel has taken wait in the listen queue until the target accepts them. When it is full, further ones are dropped without a word and the client tries again after 1 s, then 2 s more: connect times fall into clusters at 1 and 3 s (every second on Linux since 6.5), and some connects time out. Connections that are kept alive feel nothing once they stand. The limit is the smaller of the target's backlog and the system's somaxconn. Confused with: a firewall or a lossy network (connects are slow, the queue is not full), and a target that is not there (connects are refused at once).",
  advice: [
    "Keep connections alive, so that fewer have to be accepted.",
    "Raise the backlog in the target and net.core.somaxconn together; the smaller of the two holds.",
    "Find out why it accepts so slowly: one busy thread, or no worker free.",
  ],
  judge(o) {
    if (o.usable.length === 0) return noData("a measured level");
    const connects = o.usable.flatMap(({ meanConnectMs, sockets }) =>
      meanConnectMs === null || sockets.connects < FEWEST_CONNECTS ? [] : [meanConnectMs],
    );
    const bestMs = connects.length < 2 ? 0 : Math.min(...connects);
    const judged = o.usable.map((level) => {
      const queue = queueSigns(level);
      return { level, queue, client: [...clientSigns(level, bestMs), ...(queue.some(isFor) ? missingSigns(level) : [])] };
    });
    const weight = ({ queue, client }: (typeof judged)[number]): number => 2 * Number(queue.some(isFor)) + Number(client.some(isFor));
    const worst = judged.reduce((a, b) => (weight(b) >= weight(a) ? b : a));
    const { level, queue, client } = worst;
    if (queue.length === 0 && client.length === 0) return noData("the listen queue of the target, or connections opened while measuring");
    const evidence = [...queue, ...client];
    if (weight(worst) === 0) return { outcome: "absent", evidence };
    const full = queue.some(isFor);
    const own = queue.some((sign) => isFor(sign) && sign.metric === "listenQueueShare");
    const felt = client.some(isFor);
    const stands = standstill(o)?.levels.includes(level) === true;
    const confidence = full && felt ? SURE : full ? (own && stands ? QUEUE_ONLY : HARMLESS) : queue.length === 0 ? CLIENT_ONLY : HARMLESS;
    return {
      outcome: "present",
      confidence,
      levels: judged.filter((each) => weight(each) === weight(worst)).map((each) => each.level.index),
      summary: `At ${counted(level.connections, "connection")}: ${evidence
        .filter(isFor)
        .map(({ text }) => text)
        .join(" ")}`,
      evidence,
      experiments: [
        suggested("keep-alive-off", "Run the last level with connections kept alive: the connects, and with them the waiting, disappear."),
        suggested("slow-ramp", "Open the connections ten a second instead of all at once: if nothing overflows then, it is the burst."),
      ],
    };
  },
};

const isFor = ({ speaks }: Evidence): boolean => speaks === "for";

/** Where this run opened no connection, an overflow is another program's. */
function queueSigns({ host, target, sockets, errors }: LevelSummary): Evidence[] {
  const overflows = sockets.connects + errors.connect >= FEWEST_CONNECTS ? host.listenOverflowsPerSecond : null;
  const [waiting, limit] = [target?.listenQueue ?? null, target?.listenQueueLimit ?? null];
  const share = waiting === null || limit === null || limit === 0 ? null : waiting / limit;
  return [
    said(
      "listenOverflowsPerSecond",
      overflows,
      OVERFLOWS_PER_SECOND,
      (n) => `${digits(n)} connections a second were dropped, as a listen queue was full.`,
    ),
    said(
      "listenQueueShare",
      share,
      FULL_SHARE,
      (n) => `The target's listen queue is ${percent(n)} full: ${digits(waiting ?? 0)} wait, ${limit} may.`,
    ),
  ].flatMap((each) => each ?? []);
}

function clientSigns({ meanConnectMs, sockets, errors }: LevelSummary, bestMs: number): Evidence[] {
  const told = meanConnectMs !== null && sockets.connects >= FEWEST_CONNECTS;
  const attempts = sockets.connects + errors.connect;
  return [
    said(
      "slowConnectMs",
      told ? meanConnectMs - bestMs : null,
      SLOW_CONNECT_MS,
      (n) => `Connecting took ${digits(n)} ms longer than on the best level, on average over ${sockets.connects}.`,
    ),
    said(
      "failedConnectShare",
      attempts >= FEWEST_CONNECTS ? errors.connect / attempts : null,
      FAILED_SHARE,
      (n) => `${percent(n)} of ${attempts} attempts to connect failed.`,
    ),
  ].flatMap((each) => each ?? []);
}

/** A connect that is still being tried is in no mean. */
function missingSigns({ idleShare, connections }: LevelSummary): Evidence[] {
  const text = (share: number): string => `By Little's law ${percent(share)} of ${connections} connections were not connected.`;
  return [said("missingShare", idleShare, MISSING_SHARE, text)].flatMap((each) => each ?? []);
}

/** A number that is large enough speaks for a full queue, one that is not against it; nothing where it was not read. */
function said(metric: string, observed: number | null, least: number, text: (value: number) => string): Evidence | null {
  if (observed === null) return null;
  return { metric, observed, expected: `${least} or more`, text: text(observed), speaks: observed >= least ? "for" : "against" };
}
