import type { Evidence } from "../../model/finding.ts";
import type { LatencyMode } from "../../statistics/latencyModes.ts";
import { hitShares } from "../hitShares.ts";
import type { LevelSummary } from "../levelSummary.ts";
import { modesOf, someOf } from "../modes.ts";
import { counted, digits, percent } from "../numbers.ts";
import { absent, contradicts, noData, type Rule, suggested, supports } from "../rule.ts";

const FEWEST_ANSWERS = 200; // with a share of 5 % in the smaller group, ten are in it
const TIGHT_BODY = 1.5; // p90 over the median at the most: nearly all answers are alike ...
const GAP = 5; // ... and one percentile is so many times the one before: another group. With a body so tight one smooth group has 1.2
const SEEN = 0.85; // in the histogram
const RARE = 0.7; // a group of a few percent, or a gap between percentiles only
const RARE_SHARE = 0.05;
const PARTED = 0.95; // in the histogram, and by the answers' own word
const STEPS_FACTOR = 0.5; // different requests are expected to take different times
const SHARES_DIFFER = 0.8; // shares of hits so far apart: the groups are what the cache had and what it had not, but for a few
const SHARES_ALIKE = 0.2; // so near: something else parts the groups

/** One group of answers is fast and another slow, with little between: two ways through the target. */
export const bimodalLatency: Rule = {
  id: "bimodal-latency",
  title: "Two kinds of answers",
  severity: "warning",
  explanation:
    "Latency has two peaks: most often answers from a cache and answers that had to be made, else two servers behind one address, a pool that sometimes has to open a connection, garbage collection, a cold code path, or different requests in one mix. Mean and deviation then describe nobody, and a change of the proportion (a cache that warms, a test that asks for one page only) moves them without anything having got faster. Confused with: one broad peak with a long tail.",
  advice: [
    "Look for a header that tells the groups apart (X-Cache, Age, the server's name), and judge each by itself.",
    "Ask for the share that matters: all users at once on a cold cache, or one page again and again?",
  ],
  judge({ usable }) {
    const enough = usable.filter((level) => level.requests >= FEWEST_ANSWERS || level.told);
    const judged = someOf(enough).map((level) => ({ level, groups: groupsOf(level) }));
    const told = judged.filter(({ groups }) => groups !== null);
    if (told.length === 0) return noData(`levels of ${FEWEST_ANSWERS} answers or more, with their distribution`);
    const split = told.flatMap(({ level, groups }) => (groups === null || groups.length < 2 ? [] : [{ level, groups }]));
    const [clearest] = split.toSorted((a, b) => smallest(b.groups) - smallest(a.groups));
    if (clearest === undefined)
      return absent({ metric: "latencyModes", observed: 1, expected: "2 or more", text: "Latency has one peak on every level." });
    const { level, groups } = clearest;
    const described = groups.map(({ latencyMs, share }) => `${percent(share)} near ${digits(latencyMs)} ms`).join(", ");
    const where = counted(level.connections, "connection");
    const rare = smallest(groups) < RARE_SHARE || level.told;
    const differ = level.steps.length > 1;
    const cached = cacheEvidence(level, groups);
    const parted = cached?.speaks === "for";
    return {
      outcome: "present",
      confidence: (parted ? PARTED : rare ? RARE : SEEN) * (differ ? STEPS_FACTOR : 1),
      levels: split.map((each) => each.level.index),
      summary: `At ${where} the answers come in ${groups.length === 2 ? "two groups" : `${groups.length} groups`}: ${described}. The mean of ${digits(level.latencyMs.mean)} ms describes none of them.${parted ? " They are what a cache had and what it had not." : ""}`,
      evidence: [
        supports({
          metric: "latencyModes",
          observed: groups.length,
          expected: "2 or more",
          text: level.told
            ? `The median is ${digits(level.latencyMs.p50)} ms and p90 ${digits(level.latencyMs.p90)} ms, but p99 ${digits(level.latencyMs.p99)} ms.`
            : `Groups at ${where}: ${described}${groups.length === 2 && !rare ? ` (dip test: p = ${modesOf(level).probability.toFixed(3)})` : ""}.`,
        }),
        ...(cached === null ? [] : [cached]),
        ...(differ
          ? [
              contradicts({
                metric: "differentRequests",
                observed: level.steps.length,
                expected: "1",
                text: `${level.steps.length} different requests were sent, whose medians lie between ${stepRange(level)} ms: that alone makes groups.`,
              }),
            ]
          : []),
      ],
      experiments: [
        suggested(
          "varied-requests",
          "Ask for something new in every request, then for the same again and again: a group that vanishes was a cache's.",
        ),
      ],
    };
  },
};

const smallest = (groups: readonly LatencyMode[]): number => Math.min(...groups.map(({ share }) => share));

/** Null where nothing tells. Of percentiles alone: two groups where the body is tight and one percentile leaps. */
function groupsOf(level: LevelSummary): readonly LatencyMode[] | null {
  const { modes } = modesOf(level);
  if (level.latencies.count > 0) return modes.length === 0 ? null : modes;
  const { p50, p90, p95, p99, p999 } = level.latencyMs;
  const [below, ...above] = (
    [
      [0.9, p90],
      [0.95, p95],
      [0.99, p99],
      [0.999, p999],
    ] as const
  ).filter(([, ms]) => !Number.isNaN(ms));
  if (below === undefined || below[0] !== 0.9 || Number.isNaN(p50) || above.length === 0) return null;
  let [, before] = below;
  let share: number = below[0];
  for (const [next, ms] of p90 > TIGHT_BODY * p50 ? [] : above) {
    if (ms >= GAP * before)
      return [
        { latencyMs: p50, share, upToMs: before },
        { latencyMs: ms, share: 1 - share, upToMs: Number.POSITIVE_INFINITY },
      ];
    [share, before] = [next, ms];
  }
  return [{ latencyMs: p50, share: 1, upToMs: Number.POSITIVE_INFINITY }];
}

/** Does a cache make the groups? Null where the answers do not tell, or the shares are neither alike nor far apart. */
function cacheEvidence(level: LevelSummary, groups: readonly LatencyMode[]): Evidence | null {
  const shares = hitShares(level, groups);
  if (shares === null) return null;
  const difference = Math.max(...shares) - Math.min(...shares);
  const near = groups.map(({ latencyMs }, i) => `near ${digits(latencyMs)} ms ${percent(shares[i] as number)}`);
  const said = `by their headers, of the answers ${near.join(", of those ")} are cache hits`;
  const fact = { metric: "cacheHitShareDifference", observed: difference };
  if (difference >= SHARES_DIFFER)
    return supports({ ...fact, expected: `${SHARES_DIFFER} or more`, text: `A cache makes the groups: ${said}.` });
  if (difference > SHARES_ALIKE) return null;
  return contradicts({ ...fact, expected: `above ${SHARES_ALIKE}`, text: `No cache that tells of itself makes the groups: ${said}.` });
}

function stepRange({ steps }: LevelSummary): string {
  const medians = steps.filter(({ requests }) => requests > 0).map(({ latencyMs }) => latencyMs.p50);
  return `${digits(Math.min(...medians))} and ${digits(Math.max(...medians))}`;
}
