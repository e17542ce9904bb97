import type { CachedAnswers } from "../diagnosis/cacheSummary.ts";
import { diagnose } from "../diagnosis/diagnose.ts";
import { type LevelSummary, summariseLevels } from "../diagnosis/levelSummary.ts";
import { modelsOf } from "../diagnosis/models.ts";
import { unloadedSeconds } from "../diagnosis/parallelism.ts";
import { byConnections, cornerEvidence } from "../diagnosis/plateau.ts";
import { sessionValidity } from "../diagnosis/sessionValidity.ts";
import { validityOf } from "../diagnosis/validity.ts";
import type { Diagnosis } from "../model/finding.ts";
import type { Recording } from "../model/recording.ts";
import { thinkTimeText } from "../model/thinkTime.ts";
import { capacitiesOf } from "../schedule/capacities.ts";
import { LatencyHistogram } from "../statistics/latencyHistogram.ts";
import { modelsDocument } from "./modelsDocument.ts";

/** The `plateau/session@1` document, what scripts read: a recording and what diagnosis says of it, as one JSON value. It only grows. Rates per second, times in ms, `cpuCores` in cores. */
export function sessionDocument(recording: Recording, diagnosis: Diagnosis = diagnose(recording)) {
  const { id, name, status, startedAt, finishedAt, failure, warnings, plateauVersion, plan, host } = recording;
  const levels = summariseLevels(recording);
  return {
    schema: "plateau/session@1",
    id,
    name,
    status,
    startedAt,
    finishedAt,
    failure,
    warnings,
    validity: sessionValidity(recording, levels),
    plateau: { version: plateauVersion, rules: diagnosis.rules },
    plan,
    host,
    levels: levels.map((level) => levelDocument(level, recording)),
    models: {
      effectiveParallelism: diagnosis.effectiveParallelism,
      ...modelsDocument(modelsOf(levels, diagnosis, recording)),
      bounds: bounds(levels, diagnosis),
      capacity: capacitiesOf(recording, levels),
    },
    plateauRange: diagnosis.plateau,
    findings: diagnosis.findings,
    experiments: diagnosis.experiments,
    noData: diagnosis.noData,
    verdict: diagnosis.verdict,
  };
}

function levelDocument(level: LevelSummary, recording: Recording) {
  const start = recording.levels.find(({ index }) => index === level.index)?.measuredFromMs ?? 0;
  const { target } = level;
  const ticks = recording.ticks.filter((tick) => tick.level === level.index && tick.phase === "measured");
  return {
    index: level.index,
    state: level.state,
    validity: validityOf(level),
    connections: level.connections,
    rateRps: level.open?.rateRps ?? null,
    thinkTimeMs: level.thinkTimeMs,
    thinkTime: thinkTimeText(level.thinkTime),
    pausesMade: level.pausesMade,
    offered: level.open?.offered ?? null,
    sent: level.sent,
    dropped: level.open?.dropped ?? null,
    boundReached: level.open?.boundReached ?? null,
    responseLatencyMs: level.open?.responseLatencyMs ?? null,
    measuredSeconds: level.measuredSeconds,
    requests: level.requests,
    throughputRps: level.throughputRps,
    throughputInterval: level.throughputInterval,
    answersPerSecond: level.answersPerSecond,
    bytesPerSecond: level.bytesPerSecond,
    latencyMs: level.latencyMs,
    failedLatencyMs: level.failedLatencyMs,
    meanConnectMs: level.meanConnectMs,
    errors: level.errors,
    statusCodes: level.statusCodes,
    sockets: level.sockets,
    steps: level.steps,
    caches: level.caches === null ? null : { hits: cachedDocument(level.caches.hits), misses: cachedDocument(level.caches.misses) },
    fairness: level.fairness,
    host: level.host,
    target: target === null ? null : { ...target, backends: target.backends ?? [] },
    generator: level.generator,
    idleShare: level.idleShare,
    otherCpuPercent: level.otherCpuPercent,
    ticks: ticks.map((tick) => {
      const latencies = LatencyHistogram.from(tick.latencies);
      const at = (p: number): number | null => (latencies.count === 0 ? null : latencies.quantile(p) / 1000);
      const { connect, send, receive, timeout, status, body } = tick.errors;
      return {
        t: tick.atMs - start, // ms from the start of the measured window
        requests: tick.requests,
        errors: connect + send + receive + timeout + status + body,
        p50Ms: at(0.5),
        p90Ms: at(0.9),
        p99Ms: at(0.99),
        maxMs: latencies.count === 0 ? null : latencies.maxUs / 1000,
      };
    }),
  };
}

const cachedDocument = ({ requests, latencyMs }: CachedAnswers) => ({ requests, latencyMs });

/** The laws' lines: throughput cannot pass N / S0 nor the plateau; the knee is where they meet. Null where unknown. */
function bounds(levels: readonly LevelSummary[], { plateau }: Diagnosis) {
  const unloaded = plateau === null ? null : unloadedSeconds(levels, plateau);
  const corner = cornerEvidence(byConnections(levels));
  return {
    unloadedMs: unloaded === null ? null : unloaded.value * 1000,
    ceilingRps: plateau?.throughputRps ?? null,
    kneeConnections: plateau?.knee ?? null,
    cornerAiccGain: corner === null || !Number.isFinite(corner.gain) ? null : corner.gain,
  };
}
