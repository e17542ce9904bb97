import { diagnoseLevels } from "../diagnosis/diagnose.ts";
import { experiments } from "../diagnosis/experiments/index.ts";
import { automatic } from "../diagnosis/experiments/outcomes.ts";
import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { type Observations, observe } from "../diagnosis/observe.ts";
import type { ExperimentId } from "../model/experiment.ts";
import { BOTTLENECK_IDS } from "../model/finding.ts";
import type { PlannedLevel } from "../model/plan.ts";
import type { Recording } from "../model/recording.ts";

/** What a session has run so far, the blocks of its experiments apart. */
export interface Ran {
  readonly session: Pick<Recording, "plan" | "host" | "levels">;
  readonly summaries: readonly LevelSummary[];
  readonly blocks: readonly LevelSummary[];
}

/**
 * After the levels of the plan: the next block of the experiment that has begun, or the first of the one that follows; null when there
 * is none (left). Pure and stateless like nextLevel(): the blocks follow from the levels, and those that were run count.
 */
export function nextBlock({ session, summaries, blocks }: Ran): PlannedLevel | null {
  const { plan, levels } = session;
  if (plan.experiments === "none") return null;
  const observations = observe(summaries, session);
  const marks = levels.flatMap(({ experiment }) => experiment ?? []);
  const begun = [...new Set(marks.map(({ id }) => id))];
  const current = begun.at(-1);
  const done = marks.filter(({ id }) => id === current).length;
  if (current !== undefined && done < experiments[current].blocks(observations).length)
    return blockOf(current, done, observations, levels.length);
  const following = Array.isArray(plan.experiments)
    ? plan.experiments.find((id) => !begun.includes(id) && experiments[id].obstacle(observations) === null)
    : automatic(observations, causesOf({ session, summaries, blocks }), begun);
  return following === undefined || following === null ? null : blockOf(following, 0, observations, levels.length);
}

function blockOf(id: ExperimentId, block: number, o: Observations, index: number): PlannedLevel | null {
  const planned = experiments[id].blocks(o)[block];
  if (planned === undefined) return null;
  const { arm, pauseMs = 0, ...level } = planned;
  return { ...level, index, pauseMs: block === 0 ? Math.max(pauseMs, o.plan.cooldownMs) : pauseMs, experiment: { id, arm, block } };
}

function causesOf({ session, summaries, blocks }: Ran) {
  return diagnoseLevels(summaries, session, blocks).findings.filter(({ id }) => (BOTTLENECK_IDS as readonly string[]).includes(id));
}
