import type { Evidence } from "../../model/finding.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { counted, percent } from "../numbers.ts";
import { absent, type BottleneckRule, noData, suggested, supports } from "../rule.ts";
import { standstill } from "../standstill.ts";
import { failedShare } from "../validity.ts";

const NEAR_SHARE = 0.9; // of the ports or files there are: the last ones are hard to find, or kept back
const USUAL_PORTS = 28_232; // net.ipv4.ip_local_port_range 32768 60999, the default of Linux
const FAILED_SHARE = 0.01; // of the requests: the shortage is felt
const FELT = 0.92; // more specific than a full listen queue, which a target without files left has too
const NEAR = 0.4; // it would be felt soon; so far it is not

/** No local port, or no file descriptor, is left for one connection more. */
export const portExhaustion: BottleneckRule = {
  id: "port-exhaustion",
  title: "No ports or file descriptors left",
  severity: "critical",
  explanation:
    "Every connection needs a local port at the side that opens it, and a file descriptor at both. A closed connection keeps its port for 60 s (TIME_WAIT): about 28 000 ports allow some 470 new connections a second to one address. The load then collapses after a minute, with errors in connecting; a target that has reached its limit of open files accepts nothing more. Confused with: a full listen queue (ports and files are left then), and a target that crashed.",
  advice: [
    "Keep connections alive, also from the target to its backends.",
    "Raise the limit of open files (ulimit -n, LimitNOFILE) of the process named.",
    "Widen net.ipv4.ip_local_port_range, or use more than one address.",
  ],
  judge(o) {
    if (o.usable.length === 0) return noData("a measured level");
    const judged = o.usable.map((level) => ({ level, shortages: [ports(level), files(level)].flatMap((each) => each ?? []) }));
    if (judged.every(({ shortages }) => shortages.length === 0))
      return noData("ports in use, and open files of the target with their limit");
    const worst = judged.reduce((a, b) => (most(b.shortages) > most(a.shortages) ? b : a));
    const { level } = worst;
    const short = worst.shortages.filter(({ observed }) => Number(observed) >= NEAR_SHARE);
    if (short.length === 0) return absent(...worst.shortages);
    const failed = failedShare(level);
    const fails = failed >= FAILED_SHARE;
    const stands = standstill(o)?.levels.includes(level) === true;
    const failure: Evidence = {
      metric: "failedShare",
      observed: failed,
      expected: `${FAILED_SHARE} or more`,
      text: `${percent(failed)} of the requests failed there (${level.errors.connect} in connecting).`,
      speaks: fails ? "for" : "against",
    };
    return {
      outcome: "present",
      confidence: fails ? FELT : NEAR,
      levels: judged.filter(({ shortages }) => most(shortages) >= NEAR_SHARE).map((each) => each.level.index),
      summary: `At ${counted(level.connections, "connection")}: ${short.map(({ text }) => text).join(" ")}${fails ? ` ${failure.text}` : stands ? " Nothing failed yet, though throughput stands still." : " Nothing failed yet."}`,
      evidence: [...short.map(supports), failure],
      experiments: [
        suggested("keep-alive-off", "Run the same levels with connections kept alive: if the errors vanish, it was their number."),
      ],
    };
  },
};

type Fact = Omit<Evidence, "speaks">;

const most = (facts: readonly Fact[]): number => Math.max(0, ...facts.map(({ observed }) => Number(observed)));

function ports({ host }: LevelSummary): Fact | null {
  const used = host.localPortsInUse ?? host.timeWaitSockets;
  if (used === null) return null;
  const all = host.localPorts ?? USUAL_PORTS;
  const what = host.localPortsInUse === null ? "sockets wait in TIME_WAIT, of" : "local ports are taken, of";
  return shareFact("portShare", used, all, `${Math.round(used)} ${what} ${Math.round(all)} local ports there are.`);
}

function files({ target }: LevelSummary): Fact | null {
  const [open, limit] = [target?.fullestOpenFiles ?? null, target?.openFilesLimit ?? null];
  if (open === null || limit === null) return null;
  return shareFact(
    "openFilesShare",
    open,
    limit,
    `A process of the target has ${Math.round(open)} files open and may have ${Math.round(limit)}.`,
  );
}

const shareFact = (metric: string, used: number, all: number, text: string): Fact => ({
  metric,
  observed: used / all,
  expected: `${NEAR_SHARE} or more`,
  text,
});
