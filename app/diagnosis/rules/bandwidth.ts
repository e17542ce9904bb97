import { relativeSpread } from "../../statistics/moments.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { digits, percent } from "../numbers.ts";
import { flatAt, shapeFact } from "../queue.ts";
import { absent, type BottleneckRule, contradicts, noData, suggested, supports } from "../rule.ts";

const LARGE_BYTES = 10_000; // per request, both ways; smaller ones meet the CPU long before a link of 1 Gbit/s (12 000 a second)
const PINNED_SPREAD = 0.1; // bytes per second differ by less between the levels of the plateau
const IDLE_PERCENT = 30; // of the host: a full CPU explains the plateau by itself
const LINKS_MBIT = [10, 100, 1_000, 2_500, 5_000, 10_000, 25_000, 40_000, 100_000]; // what network cards are sold as
const LINK_SHARE = [0.88, 0.98] as const; // of it as payload: 1448 of 1538 bytes a frame are 0.94; acknowledgements and headers cost a little more
const ROUND = [1, 2, 5]; // times a power of ten, in Mbit/s or MB/s: what a shaper, or the plan of a cloud machine, is set to
const ROUND_SHARE = [0.94, 1.02] as const;
const EXACT_SHARE = [0.98, 1.012] as const; // of so many Mbit/s: a shaper that counts payload, and the answers' headers on top
const FIGURE_CONFIDENCE = 0.85; // by chance a rate lies as close to a link's figure, or exactly on a round one, one time in 25
const ROUND_CONFIDENCE = 0.4; // and somewhere near a round one one time in four: a hint
const SAME_MACHINE_FACTOR = 0.85; // between processes of one machine there is no link, only a shaper

/** Bytes, not requests, are at a ceiling. */
export const bandwidth: BottleneckRule = {
  id: "bandwidth",
  title: "The network is full",
  severity: "critical",
  explanation:
    "Large answers fill the link, or the share of it a cloud machine is given: bytes per second stop at a figure that is sold (1 Gbit/s is some 117 MB/s of payload) while the CPU idles on both sides. Halving the answers then doubles the requests. Confused with: a pool or a lock (its ceiling is of requests, whatever their size), and a slow disk behind large files.",
  advice: [
    "Compress answers, or send less: pictures, fields nobody reads.",
    "Measure the link by itself (iperf3) and compare.",
    "Serve static files from elsewhere.",
  ],
  judge(o) {
    if (o.plateau === null) return absent(shapeFact(o));
    const levels = o.crowded.length >= 3 ? o.crowded.slice(1) : o.crowded; // the first may lie in the bend
    const perRequest = Math.max(...levels.map(bytesPerRequest));
    const size = {
      metric: "bytesPerRequest",
      observed: perRequest,
      expected: `${LARGE_BYTES} or more`,
      text: `A request moves ${digits(perRequest)} bytes.`,
    };
    if (Number.isNaN(perRequest)) return noData("bytes received and sent");
    if (perRequest < LARGE_BYTES) return absent(size);
    if (o.idlePercent === null) return noData("CPU of the target's host");
    const idlest = Math.max(o.idlePercent, ...levels.map(({ host }) => (host.id ?? 0) + (host.wa ?? 0))); // flat where the CPU has time, it is flat for another reason
    const idle = {
      metric: "hostIdlePercent",
      observed: idlest,
      expected: `${IDLE_PERCENT} or more`,
      text: `The CPU is ${Math.round(idlest)} % idle.`,
    };
    if (idlest < IDLE_PERCENT) return absent(idle);
    const rates = levels.map(bytesPerSecond);
    const spread = relativeSpread(rates);
    const mbit = (Math.max(...rates) * 8) / 1e6;
    const pinned = {
      metric: "bytesPerSecondSpread",
      observed: spread,
      expected: `below ${PINNED_SPREAD}`,
      text: `${digits(mbit)} Mbit/s on every level of the plateau, within ${percent(spread)}.`,
    };
    if (spread > PINNED_SPREAD) return absent(pinned);
    const figure = figureNear(mbit);
    if (figure === null)
      return absent({
        metric: "megabitsPerSecond",
        observed: mbit,
        expected: "near a figure links or shapers are set to",
        text: `${digits(mbit)} Mbit/s is no link's speed, nor a round figure.`,
      });
    const sameMachine = o.targetSeen;
    return {
      outcome: "present",
      confidence: figure.confidence * (sameMachine ? SAME_MACHINE_FACTOR : 1),
      summary: `${flatAt(o)}, which is ${digits(mbit)} Mbit/s of payload with ${digits(perRequest)} bytes a request: close to ${figure.name}.`,
      evidence: [
        supports(pinned),
        supports(size),
        supports(idle),
        supports({
          metric: "megabitsPerSecond",
          observed: mbit,
          expected: figure.name,
          text: `${digits(mbit)} Mbit/s of payload is what ${figure.name} leaves.`,
        }),
        ...(sameMachine
          ? [
              contradicts({
                metric: "targetSeen",
                observed: "on this machine",
                expected: "on another machine",
                text: "Generator and target are on one machine: between them is no link, at most a shaper.",
              }),
            ]
          : []),
      ],
      experiments: [
        suggested("half-payload", "Ask for answers of half the size at the same work: twice the requests, and it is bandwidth."),
      ],
    };
  },
};

/** Of the direction that carries more: a full duplex link is full in one. */
const bytesPerSecond = ({ sockets, measuredSeconds }: LevelSummary): number =>
  Math.max(sockets.bytesSent, sockets.bytesReceived) / measuredSeconds;
const bytesPerRequest = (level: LevelSummary): number => bytesPerSecond(level) / Math.max(1e-9, level.answersPerSecond);

/** What is sold or set that leaves this much payload. */
function figureNear(mbit: number): { name: string; confidence: number } | null {
  const link = LINKS_MBIT.find((speed) => mbit >= LINK_SHARE[0] * speed && mbit <= LINK_SHARE[1] * speed);
  if (link !== undefined)
    return { name: `a link of ${link >= 1000 ? `${link / 1000} Gbit/s` : `${link} Mbit/s`}`, confidence: FIGURE_CONFIDENCE };
  for (const [unit, rate] of [
    ["Mbit/s", mbit],
    ["MB/s", mbit / 8],
  ] as const) {
    const power = 10 ** Math.floor(Math.log10(rate) + 0.05); // 0.05: just below a power of ten belongs to it
    const round = ROUND.map((n) => n * power).find((figure) => rate >= ROUND_SHARE[0] * figure && rate <= ROUND_SHARE[1] * figure);
    if (round === undefined) continue;
    const exact = unit === "Mbit/s" && rate >= EXACT_SHARE[0] * round && rate <= EXACT_SHARE[1] * round;
    return { name: `a limit of ${round} ${unit}`, confidence: exact ? FIGURE_CONFIDENCE : ROUND_CONFIDENCE };
  }
  return null;
}
