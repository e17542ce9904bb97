import { diagnoseLevels } from "../diagnosis/diagnose.ts";
import { experiments } from "../diagnosis/experiments/index.ts";
import type { LevelSummary } from "../diagnosis/levelSummary.ts";
import { type About, observe } from "../diagnosis/observe.ts";
import { PlateauError } from "../model/errors.ts";
import type { ExperimentId } from "../model/experiment.ts";
import type { Diagnosis } from "../model/finding.ts";
import { type Plan, planMs } from "../model/plan.ts";
import type { Recording } from "../model/recording.ts";

/** A session that is over, with all that was computed of it. */
export interface Diagnosed {
  readonly recording: Recording;
  readonly levels: readonly LevelSummary[];
  readonly diagnosis: Diagnosis;
}

/** Other urls of the target's server, for the experiments that ask one; null: what the session's plan says. */
export interface BesideUrls {
  readonly otherUrl?: string | null;
  readonly halfUrl?: string | null;
}

/** What runs when an experiment follows a session. Times in ms, when nothing is late. */
export interface FollowUp {
  readonly plan: Plan;
  readonly levelsMs: number;
  readonly experimentMs: number;
}

const FEWEST_LEVELS = 4; // both ends, and a level on either side of the knee
const AS_SURE = 0.9; // of the confidence: with fewer levels the same is said a little less surely
const LONGEST_NAME = 200; // the plan's

/** Why the experiment cannot follow this session, a phrase; null: it can. */
export function obstacleTo({ recording, levels }: Diagnosed, id: ExperimentId, urls: BesideUrls = {}): string | null {
  if (recording.status === "imported") return "another tool measured this session, and Plateau may not know all that it sent";
  const plan = withUrls(recording.plan, urls);
  return experiments[id].obstacle(observe(levels, { host: recording.host, plan }));
}

/**
 * The plan of a session of its own that repeats as many levels as it takes to see the same causes, then runs the experiment. A target may have changed since:
 * what its levels say now is what the experiment decides between.
 * @throws PlateauError PLAN_INVALID when the experiment is not possible
 */
export function followUp(diagnosed: Diagnosed, id: ExperimentId, urls: BesideUrls = {}): FollowUp {
  const { recording } = diagnosed;
  const obstacle = obstacleTo(diagnosed, id, urls);
  if (obstacle !== null) throw new PlateauError("PLAN_INVALID", `experiment ${id} : not possible, ${obstacle}`);
  const about = { host: recording.host, plan: withUrls(recording.plan, urls) };
  const again = fewestLevels(diagnosed, id, about);
  const plan: Plan = {
    ...about.plan,
    connections: again.map(({ connections }) => connections),
    thinkTimes: again.slice(0, 1).map(({ thinkTime }) => thinkTime),
    findCapacity: false,
    adaptive: false,
    repeatFirst: false,
    experiments: [id],
    name: `${recording.name}: ${experiments[id].title.toLowerCase()}`.slice(0, LONGEST_NAME),
  };
  const blocks = experiments[id].blocks(observe(again, about));
  const experimentMs = blocks.reduce((sum, { changes, durationMs, pauseMs = 0 }) => {
    return sum + (changes?.warmupMs ?? plan.warmupMs) + durationMs + pauseMs;
  }, 0);
  return { plan, levelsMs: planMs(plan) + plan.cooldownMs, experimentMs };
}

/** The fewest levels that gave the same verdict, the same findings for the experiment to decide between, and the same experiment. */
function fewestLevels({ levels: all, diagnosis }: Diagnosed, id: ExperimentId, about: About): readonly LevelSummary[] {
  const { levels, plateau } = observe(all, about);
  const asked = diagnosis.findings.filter((finding) => finding.id === diagnosis.verdict.id || experiments[id].about.includes(finding.id));
  const flatFrom = levels.findIndex(({ index }) => index === plateau?.levels[0]);
  const wanted = [0, levels.length - 1, ...(flatFrom < 0 ? [] : [flatFrom, flatFrom - 1]), ...levels.keys()];
  const byNeed = [...new Set(wanted.filter((at) => at >= 0))];
  for (let count = FEWEST_LEVELS; count < levels.length; count++) {
    const chosen = new Set(byNeed.slice(0, count));
    const some = levels.filter((_, at) => chosen.has(at));
    const { verdict, findings } = diagnoseLevels(some, about);
    const told = asked.every(({ id: one, confidence }) =>
      findings.some((finding) => finding.id === one && finding.confidence >= AS_SURE * confidence),
    );
    if (verdict.id === diagnosis.verdict.id && told && experiments[id].obstacle(observe(some, about)) === null) return some;
  }
  return levels;
}

function withUrls(plan: Plan, { otherUrl = null, halfUrl = null }: BesideUrls): Plan {
  return { ...plan, otherUrl: otherUrl ?? plan.otherUrl, halfUrl: halfUrl ?? plan.halfUrl };
}
