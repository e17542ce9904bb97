import type { BottleneckId, Diagnosis, Finding, Verdict } from "../model/finding.ts";
import { VerdictId } from "../model/finding.ts";
import type { Recording } from "../model/recording.ts";
import { afterExperiments, outcomesOf } from "./experiments/outcomes.ts";
import { type LevelSummary, summariseBlocks, summariseLevels } from "./levelSummary.ts";
import { counted, digits } from "./numbers.ts";
import { type About, FEWEST_USABLE, type Observations, observe } from "./observe.ts";
import { shapeOf } from "./plateau.ts";
import type { Rule } from "./rule.ts";
import { bottlenecks, RULES_VERSION, warnings } from "./rules/index.ts";
import { doubtsOf, failedShare, generatorFailed, invalidityNotes, isCrowdedOut, missedRate } from "./validity.ts";

const VERDICT_CONFIDENCE = 0.5; // below, a cause is a suspicion and the verdict says what would decide
const SURE = 0.7; // below, the verdict names the runner-up too
const KEPT_SHARE = 0.95; // of the arrivals answered within the level; what is in flight at its end is less than that
const PAST_PEAK_SHARE = 0.95; // a last level this far below the peak does not grow any more
const CLEAN_SHARE = 0.01; // a healthy target fails less often

/** Everything Plateau has to say about a session. Pure: the same recording gives the same diagnosis. */
export function diagnose(recording: Recording): Diagnosis {
  return diagnoseLevels(summariseLevels(recording), recording, summariseBlocks(recording));
}

/** The same from what the levels come down to, and the blocks of experiments: all that a diagnosis rests on. */
export function diagnoseLevels(levels: readonly LevelSummary[], about: About, blocks: readonly LevelSummary[] = []): Diagnosis {
  const observations = observe(levels, about);
  const outcomes = outcomesOf(observations, blocks);
  const findings: Finding[] = [];
  const noData: Diagnosis["noData"] = [];
  for (const rule of [...bottlenecks, ...warnings]) {
    const judgement = rule.judge(observations);
    if (judgement.outcome === "no-data") noData.push({ id: rule.id, missing: judgement.missing });
    if (judgement.outcome === "present") findings.push(afterExperiments(findingOf(rule, judgement, observations), outcomes));
  }
  const warningIds = new Set<string>(warnings.map((rule) => rule.id));
  findings.sort((a, b) => Number(warningIds.has(a.id)) - Number(warningIds.has(b.id)) || b.confidence - a.confidence);
  return {
    rules: RULES_VERSION,
    verdict: verdictOf(
      observations,
      findings.filter((finding) => !warningIds.has(finding.id)),
      noData,
    ),
    findings,
    noData,
    plateau: observations.plateau,
    effectiveParallelism: observations.width,
    experiments: outcomes.map(({ told }) => told),
  };
}

function findingOf(rule: Rule, judgement: Extract<ReturnType<Rule["judge"]>, { outcome: "present" }>, o: Observations): Finding {
  return {
    id: rule.id,
    title: rule.title,
    severity: rule.severity,
    confidence: Math.round(judgement.confidence * 100) / 100,
    levels: [...(judgement.levels ?? o.plateau?.levels ?? [])],
    summary: judgement.summary,
    evidence: [...judgement.evidence],
    candidates: [...(judgement.candidates ?? [])],
    advice: [...rule.advice, ...(judgement.advice ?? [])],
    experiments: [...(judgement.experiments ?? [])],
  };
}

/** The cause that explains the plateau best; healthy when nothing needs explaining; inconclusive with the reason otherwise. */
function verdictOf(o: Observations, causes: readonly Finding[], noData: Diagnosis["noData"]): Verdict {
  if (o.discarded.length > 0 && o.usable.length < FEWEST_USABLE) return withoutLevels(o, causes);
  const [best, second] = causes;
  if (best !== undefined && best.confidence >= VERDICT_CONFIDENCE) {
    const other =
      best.confidence < SURE && second !== undefined
        ? ` It could also be: ${second.title.toLowerCase()} (confidence ${second.confidence}).`
        : "";
    return { id: VerdictId.parse(best.id), title: best.title, summary: best.summary + other, confidence: best.confidence };
  }
  return healthy(o) ?? { id: "inconclusive", title: "Inconclusive", summary: whyInconclusive(o, causes, noData), confidence: 0 };
}

/** Too few levels can be used: what spoilt the others is all there is to say, and nothing of the target. */
function withoutLevels({ discarded, levels }: Observations, causes: readonly Finding[]): Verdict {
  const generator = causes.find(({ id }) => id === "generator-saturated");
  if (generator !== undefined && generator.confidence >= VERDICT_CONFIDENCE && discarded.every(generatorFailed)) {
    return { id: "generator-saturated", title: generator.title, summary: generator.summary, confidence: generator.confidence };
  }
  const summary = `${discarded.length} of ${counted(levels.length, "level")} cannot be used, which leaves too few to say anything of the target. ${invalidityNotes(discarded).join(" ")}`;
  return { id: "inconclusive", title: "Inconclusive", summary, confidence: 0 };
}

/** Nothing needs explaining: throughput keeps step with connections. A last level dented by other programs does not change that. */
function healthy(o: Observations): Verdict | null {
  const calm = o.shape === "growing" ? o.usable : o.usable.filter((level) => !isCrowdedOut(level));
  const dented = o.usable.filter((level) => !calm.includes(level)).map(({ connections }) => connections);
  const first = calm[0];
  const last = calm.at(-1);
  if (first === undefined || last === undefined || calm.some((level) => failedShare(level) > CLEAN_SHARE)) return null;
  if (o.shape === "flat" || shapeOf(calm, null) !== "growing") return null;
  const wide = last.connections / first.connections >= 10 && calm.length >= 4;
  const but =
    dented.length === 0
      ? ""
      : ` At ${dented.join(", ")} connections other programs took the CPU, which says nothing of the target - unless they are its own backends.`;
  return {
    id: "healthy",
    title: "Healthy up to here",
    summary: `Throughput grows in step with connections, from ${digits(first.throughputRps)} requests/s at ${first.connections} to ${digits(last.throughputRps)} at ${last.connections}${latencyStays(last)}. No limit was reached.${but}`,
    confidence: wide && dented.length === 0 ? 0.9 : 0.7,
  };
}

/** The median; the mean where another tool told no more. */
function latencyStays({ latencyMs: { p50, mean } }: LevelSummary): string {
  const [value, which] = Number.isNaN(p50) ? [mean, "mean"] : [p50, "median"];
  return Number.isNaN(value) ? "" : `, and latency stays at ${digits(value)} ms (${which})`;
}

function whyInconclusive(o: Observations, causes: readonly Finding[], noData: Diagnosis["noData"]): string {
  const last = o.usable.at(-1);
  const failed = o.usable.find((level) => failedShare(level) > CLEAN_SHARE);
  const still =
    o.shape === "falling"
      ? `${fallSentence(o)}. Run the levels in reversed order to see whether it is the load or the time.`
      : "Throughput is flat, but nothing measured explains it.";
  if (o.levels.length === 0 && o.openLevels.length > 0) return openModelOnly(o.openLevels);
  if (o.usable.length < 3) {
    const why = o.discarded.length === 0 ? "" : ` ${o.discarded.length} cannot be used. ${invalidityNotes(o.discarded).join(" ")}`;
    return `${o.usable.length} level(s) were measured; 3 are needed to see whether throughput goes flat.${why}`;
  }
  const peak = o.usable.reduce((a, b) => (b.throughputRps > a.throughputRps ? b : a));
  if (o.shape === "bending" && last !== undefined && last.throughputRps < PAST_PEAK_SHARE * peak.throughputRps)
    return `Throughput is highest at ${counted(peak.connections, "connection")} (${digits(peak.throughputRps)} requests/s) and ${digits(last.throughputRps)} at ${last.connections}, but the levels scatter too much to tell a plateau from a fall. Measure longer.`;
  if (o.shape === "bending")
    return `Throughput still grows at ${counted(last?.connections ?? 0, "connection")}, but less than in step with them. Measure further levels, ${(last?.connections ?? 1) * 2} and ${(last?.connections ?? 1) * 4} connections, to see whether it goes flat.`;
  if (failed !== undefined)
    return `${Math.round(failedShare(failed) * 100)} % of the requests failed at ${counted(failed.connections, "connection")}: look at these answers first.`;
  const spoilt = o.crowded.filter(isCrowdedOut);
  if (spoilt.length > 0)
    return `${o.shape === "falling" ? `${fallSentence(o)}, while` : "Throughput is flat, but"} other programs took ${Math.round(Math.max(...spoilt.map((level) => level.otherCpuPercent ?? 0)))} % of the CPU: whether the target waits for something of its own or only for the CPU cannot be told. Close them and measure again; if they are its backends, look at those.`;
  const missing = [...new Set(noData.filter(({ id }) => isBottleneck(id)).map(({ missing: what }) => what))];
  const suspicion =
    causes[0] === undefined ? "" : ` The best suspicion is: ${causes[0].title.toLowerCase()} (confidence ${causes[0].confidence}).`;
  return `${still}${suspicion}${missing.length === 0 ? "" : ` Missing: ${missing.join("; ")}.`}`;
}

function fallSentence({ usable }: Observations): string {
  const last = usable.at(-1);
  const peak = usable.reduce((a, b) => (b.throughputRps > a.throughputRps ? b : a));
  return `Throughput has its peak of ${digits(peak.throughputRps)} requests/s at ${counted(peak.connections, "connection")} and falls to ${digits(last?.throughputRps ?? 0)} at ${last?.connections}`;
}

/** In the open model the load does not answer to the target, so that throughput cannot go flat by itself: only what was missed can be told. */
function openModelOnly(levels: readonly LevelSummary[]): string {
  const spoilt = levels.filter((level) => doubtsOf(level).some(({ kind, state }) => state === "invalid" && kind !== "rate-missed"));
  const unsent = levels.filter((level) => missedRate(level) && level.open?.boundReached === 0);
  const unusable = levels.filter((level) => spoilt.includes(level) || unsent.includes(level));
  if (unusable.length === levels.length) return `No rate was driven as asked for. ${invalidityNotes(unusable).join(" ")}`;
  const behind = levels.find((level) => fellBehind(level) && !unusable.includes(level));
  const told = (level: LevelSummary): string =>
    `${digits(level.open?.rateRps ?? 0)} arrivals/s (${digits(level.throughputRps)} good answers/s, response time p99 ${digits(level.open?.responseLatencyMs.p99 ?? 0)} ms)`;
  const last = levels.findLast((level) => !unusable.includes(level)) as LevelSummary;
  const kept =
    behind === undefined
      ? `Every rate was kept up with, up to ${told(last)}.`
      : `The target did not keep up with ${told(behind)}: of ${behind.open?.offered} arrivals ${behind.requests} were answered and ${behind.open?.dropped} never sent.`;
  return `${kept} What the limit is can only be told from levels with a number of connections: measure with these too.`;
}

/** Arrivals that were not sent, or not answered while as many came: the queue grew all through the level. */
function fellBehind(level: LevelSummary): boolean {
  return missedRate(level) || level.requests < KEPT_SHARE * (level.open?.offered ?? 0);
}

function isBottleneck(id: string): id is BottleneckId {
  return bottlenecks.some((rule) => rule.id === id);
}
