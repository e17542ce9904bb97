import type { LatencyMode } from "../../statistics/latencyModes.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { modesOf } from "../modes.ts";
import { counted, digits, percent } from "../numbers.ts";
import { absent, contradicts, noData, type Rule, suggested, supports } from "../rule.ts";

const TIMERS_MS = [
  [38, 48], // Linux acknowledges after 40 ms at the latest
  [195, 210], // Windows, macOS and others after 200
] as const;
const TIGHT_MS = 6; // from the fastest answer to p90: a timer, not work
const FEWEST_ANSWERS = 100;
const IDLE_PERCENT = 50; // of the host: nothing there takes the time
const BESIDE_FAST = 0.75; // some answers are fast, others late by just that timer
const ALONE = 0.3; // every answer takes that long: work may, too

/** Answers that wait for an acknowledgement that waits for data: 40 ms of nothing. */
export const delayedAck: Rule = {
  id: "delayed-ack",
  title: "A wait of 40 ms that looks like a timer",
  severity: "info",
  explanation:
    "When a message is written in two pieces, Nagle's algorithm holds the second back until the first is acknowledged, and the receiver delays the acknowledgement for 40 ms (Linux) or 200 ms (Windows, macOS), hoping for data to send along. At one connection every such answer then takes 40 ms while nothing works; throughput still grows with connections, so it is no plateau, but the unloaded time is wrong, and every width computed from it. The first answers on a new connection are spared. Confused with: work, a timer or a sleep of 40 ms in the target, and a CPU quota (multiples of 100 ms).",
  advice: [
    "Set TCP_NODELAY at the target, or write each answer at once (header and body together).",
    "Look at a packet capture of one request: data, 40 ms of silence, an acknowledgement, the rest.",
  ],
  judge({ usable, idlePercent }) {
    const level = usable.find((each) => each.requests >= FEWEST_ANSWERS && modesOf(each).modes.length > 0);
    if (level === undefined) return noData(`a level of ${FEWEST_ANSWERS} answers or more, with their distribution`);
    const { modes } = modesOf(level);
    const late = lateBy(modes);
    const alone = timerAlone(level);
    const fact = {
      metric: "latencyModesMs",
      observed: modes.map(({ latencyMs }) => digits(latencyMs)).join(", "),
      expected: "one near 40 or 200 ms, or by that later than a faster one",
      text: `At ${counted(level.connections, "connection")} answers take ${modes.map(({ latencyMs, share }) => `${digits(latencyMs)} ms (${percent(share)})`).join(", ")}.`,
    };
    if (late === null && !alone) return absent(fact);
    const idle = level.host.id ?? idlePercent;
    const rest = {
      metric: "hostIdlePercent",
      observed: idle ?? 0,
      expected: `${IDLE_PERCENT} or more`,
      text: `The CPU is ${Math.round(idle ?? 0)} % idle there.`,
    };
    if (idle !== null && idle < IDLE_PERCENT) return absent(rest);
    return {
      outcome: "present",
      confidence: late === null ? ALONE : BESIDE_FAST,
      levels: [level.index],
      summary:
        late === null
          ? `At ${counted(level.connections, "connection")} nearly every answer takes ${digits(level.latencyMs.p50)} ms, hardly more or less: work may take that long, but it is also what a delayed acknowledgement takes.`
          : `At ${counted(level.connections, "connection")} ${percent(late.slow.share)} of the answers come ${digits(late.slow.latencyMs - late.fast.latencyMs)} ms later than the others (${digits(late.fast.latencyMs)} ms), which is how long an acknowledgement is delayed.`,
      evidence: [
        supports(fact),
        ...(idle === null ? [] : [supports(rest)]),
        ...(late === null
          ? [
              contradicts({
                metric: "fasterAnswers",
                observed: 0,
                expected: "some answers that did not wait",
                text: "No answer came without that wait, as the first ones on a connection would.",
              }),
            ]
          : []),
      ],
      experiments: [
        suggested(
          "keep-alive-off",
          "Run the first level without keep-alive: the first answer on a connection does not wait for an acknowledgement.",
        ),
      ],
    };
  },
};

/** Two modes, the later one behind the other by such a timer. */
function lateBy(modes: readonly LatencyMode[]): { fast: LatencyMode; slow: LatencyMode } | null {
  for (const slow of modes) {
    const fast = modes.find(({ latencyMs }) => isTimer(slow.latencyMs - latencyMs));
    if (fast !== undefined) return { fast, slow };
  }
  return null;
}

/** Nearly every answer takes just as long as such a timer. */
function timerAlone({ latencyMs: { min, p50, p90 } }: LevelSummary): boolean {
  return isTimer(min) && isTimer(p50) && p90 - min <= TIGHT_MS;
}

const isTimer = (ms: number): boolean => TIMERS_MS.some(([from, to]) => ms >= from && ms <= to);
