import { DECISIVE, STRONG } from "../diagnosis/experiments/experiment.ts";
import { sharedCookie } from "../diagnosis/sharedCookie.ts";
import type { Verdict } from "../model/finding.ts";
import type { Plan } from "../model/plan.ts";
import type { Compared } from "./comparison.ts";
import type { Difference } from "./difference.ts";
import type { LevelComparison } from "./levelComparison.ts";

const LIFTED = 1.5; // times the throughput: taking the limit away at twice its width, or more, doubles it; less has another cause beside
const UNMOVED = 1.25; // a single connection waits for nobody: where it gains this much too, something else was changed
const COOKIE_FACTS: readonly string[] = ["cookies of every request", "cookies that answers set", "session cookie of each connection"];
const MOST = 0.97; // nothing makes us surer: the target may have been changed as well

/**
 * What the two sessions say together, and neither alone: all connections shared one session cookie before, each has its own after, nothing else
 * was changed, and throughput grew. Then requests of one session waited for each other. Null: that is not what was compared, or not how it came out.
 */
export function sessionLockVerdict(
  before: Compared,
  after: Compared,
  levels: readonly LevelComparison[],
  differences: readonly Difference[],
  interleaved: boolean,
): Verdict | null {
  const suspicion = before.diagnosis.findings.find(({ id }) => id === "session-lock");
  if (suspicion === undefined || !sharesSession(before.session.plan) || !hasOwnSessions(after.session.plan)) return null;
  if (differences.some(({ kind, what }) => kind !== "plateau" && !COOKIE_FACTS.includes(what))) return null;
  const crowded = levels.filter(({ load, throughput }) => (load.connections ?? 0) > 1 && throughput !== null);
  const alone = levels.filter(({ load }) => load.connections === 1);
  const lifted = crowded.filter(({ outcome, throughput }) => isGain(outcome) && (throughput?.ratio ?? 0) >= LIFTED);
  if (crowded.length === 0 || lifted.length < crowded.length || alone.some(({ throughput }) => (throughput?.ratio ?? 1) > UNMOVED))
    return null;
  const odds = (suspicion.confidence / (1 - suspicion.confidence)) * (interleaved ? DECISIVE : STRONG);
  return {
    id: "session-lock",
    title: suspicion.title,
    summary:
      "With one session cookie on all connections throughput stayed low, with one for each it grew, and nothing else was changed: requests of one session wait for each other.",
    confidence: Math.round(100 * Math.min(MOST, odds / (1 + odds))) / 100,
  };
}

const isGain = (outcome: LevelComparison["outcome"]): boolean => outcome === "faster" || outcome === "ratio only";

const sharesSession = (plan: Plan): boolean => sharedCookie(plan) !== null || plan.cookies === "shared";

/** Each connection sends a session of its own: its value of a cookie, a jar of its own, or a cookie with its user's row in it. */
function hasOwnSessions(plan: Plan): boolean {
  if (plan.sessionCookie !== null || plan.cookies === "per-connection") return true;
  return plan.users !== null && (sharedCookie(plan)?.includes("{{") ?? false);
}
