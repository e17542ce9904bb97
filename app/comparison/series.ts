import type { Verdict } from "../model/finding.ts";
import { type Compared, compareSessions, peakOf } from "./comparison.ts";
import type { LevelComparison, Outcome } from "./levelComparison.ts";
import { type Load, loadOf } from "./load.ts";
import { headlineOf } from "./sentence.ts";

/** One session of a series, beside the first of it. */
export interface SeriesEntry {
  readonly id: string;
  readonly name: string;
  readonly startedAt: string;
  readonly verdict: Verdict;
  readonly peak: { readonly load: Load; readonly throughputRps: number } | null;
  readonly kneeConnections: number | null;
  /** Of the throughput under one load, the one at which either of the two did most; null: the first itself, or nothing shared. */
  readonly toFirst: { readonly load: Load; readonly outcome: Outcome; readonly throughput: LevelComparison["throughput"] } | null;
}

/** Several sessions, each against the first: the history of a plan over time. */
export function seriesOfSessions(sessions: readonly Compared[]): SeriesEntry[] {
  const [first] = sessions;
  return sessions.map((each) => {
    const { id, name, startedAt } = each.session;
    const peak = peakOf(each);
    const headline = first === undefined || first === each ? null : headlineOf(compareSessions(first, each).levels);
    return {
      id,
      name,
      startedAt,
      verdict: each.diagnosis.verdict,
      peak: peak === null ? null : { load: loadOf(peak), throughputRps: peak.throughputRps },
      kneeConnections: each.diagnosis.plateau?.knee?.value ?? null,
      toFirst: headline === null ? null : { load: headline.load, outcome: headline.outcome, throughput: headline.throughput },
    };
  });
}
