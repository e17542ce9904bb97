import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { isInvalid } from "../diagnosis/validity.ts";
import { levelsOf, type Plan, type PlannedLevel } from "../model/plan.ts";
import type { LevelRecord, Recording } from "../model/recording.ts";
import { NO_THINK_TIME, sameThinkTime, type ThinkTime } from "../model/thinkTime.ts";
import { seededRandom } from "../statistics/random.ts";
import { MOST_INVALID, nextStep } from "./capacitySearch.ts";
import type { Tried } from "./edge.ts";
import { allMet } from "./objectiveMet.ts";
import { sharpenKnee } from "./sharpenKnee.ts";

/** What a session has run so far: every level begun, and what those that measured something showed. */
export interface Progress {
  readonly records: readonly LevelRecord[];
  readonly summaries: readonly LevelSummary[];
}

const MOST_CONNECTIONS = 10_000; // a search goes no further
const LONGER = 3; // times the plan's duration, for a level the search could not judge

/**
 * Which level comes next, or null when the plan is complete (experiments may follow: nextBlock()). Pure and stateless: everything follows from the plan and
 * from what was run, so that a stored session can be asked what would have come.
 */
export function nextLevel(plan: Plan, { records, summaries }: Progress): PlannedLevel | null {
  const index = records.length;
  const own = records.filter(({ inserted, experiment }) => !inserted && experiment === undefined);
  if (plan.findCapacity && plan.rates === null) return searched(plan, own, summaries, index);
  const listed = ordered(plan);
  const planned = listed[own.length];
  if (planned !== undefined) return { ...planned, index };
  return plan.adaptive && plan.rates === null ? sharpened(plan, own.length - listed.length, summaries, index) : null;
}

/** The listed levels in the order they run. Equal plans run in equal order: the seed decides. */
export function ordered(plan: Plan): PlannedLevel[] {
  const levels = levelsOf(plan);
  const [first] = levels;
  const inOrder = plan.shuffle ? shuffled(levels, plan.seed) : levels;
  return plan.repeatFirst && first !== undefined ? [...inOrder, first] : inOrder;
}

/** Fisher-Yates; a stream of its own, so that think times stay what they were. */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = seededRandom(seed, SHUFFLE_STREAM);
  const result = [...items];
  for (let i = result.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [result[i], result[j]] = [result[j] as T, result[i] as T];
  }
  return result;
}

const SHUFFLE_STREAM = 0x5f_0fee;

/** The search of one think time after the other; null when each has its answer. */
function searched(plan: Plan, own: readonly LevelRecord[], summaries: readonly LevelSummary[], index: number): PlannedLevel | null {
  for (const thinkTime of plan.thinkTimes) {
    const step = nextStep(trialsOf(plan, thinkTime, own, summaries), { from: plan.connections[0] ?? 1, to: MOST_CONNECTIONS });
    if (step.kind === "answer") continue;
    return { index, connections: step.connections, thinkTime, rateRps: null, durationMs: plan.durationMs * (step.longer ? LONGER : 1) };
  }
  return null;
}

/** How the levels of one think time came out, in the order they were run. A level that measured nothing was missed. */
export function trialsOf(
  { objectives }: Pick<Plan, "objectives">,
  thinkTime: ThinkTime,
  records: readonly LevelRecord[],
  summaries: readonly LevelSummary[],
): Tried[] {
  return records
    .filter(({ experiment, ...record }) => experiment === undefined && sameThinkTime(record.thinkTime, thinkTime))
    .map((record) => {
      const summary = summaries.find((level) => level.index === record.index);
      return { connections: record.connections, met: summary === undefined ? "missed" : allMet(objectives, summary) };
    });
}

function sharpened(plan: Plan, extra: number, summaries: readonly LevelSummary[], index: number): PlannedLevel | null {
  const [thinkTime] = plan.thinkTimes;
  if (thinkTime === undefined) return null;
  const measured = summaries.filter((level) => sameThinkTime(level.thinkTime, thinkTime));
  if (extra >= MOST_INVALID && measured.slice(-MOST_INVALID).every(isInvalid)) return null; // whatever disturbs goes on
  const step = sharpenKnee(
    measured.filter((level) => !isInvalid(level)),
    extra,
  );
  if (step.kind === "done") return null;
  return { index, connections: step.connections, thinkTime, rateRps: null, durationMs: Math.round(plan.durationMs * step.times) };
}

/** A level somebody asked for while the session runs: as the one before, with other connections. Open levels are bounded anew. */
export function insertedLevel(
  { plan, levels }: Pick<Recording, "plan" | "levels">,
  connections: number,
): PlannedLevel & { inserted: true } {
  const before = levels.findLast(({ experiment }) => experiment === undefined);
  const { thinkTime = NO_THINK_TIME, rateRps = null } = before ?? {};
  return { index: levels.length, connections, thinkTime, rateRps, durationMs: plan.durationMs, inserted: true };
}
