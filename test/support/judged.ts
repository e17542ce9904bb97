import { summariseLevels } from "../../app/diagnosis/levelSummary.ts";
import { observe } from "../../app/diagnosis/observe.ts";
import type { Judgement, Rule } from "../../app/diagnosis/rule.ts";
import type { HostReading } from "../../app/model/sample.ts";
import { aRecording, type LevelDrawing, queueOf, type RecordingDrawing } from "./builders.ts";

/** What a rule says of a drawn recording. */
export function judged(rule: Rule, drawing: RecordingDrawing): Judgement {
  const recording = aRecording(drawing);
  return rule.judge(observe(summariseLevels(recording), recording));
}

/** How strongly: a "verdict" is believed enough to be one, a "hint" is not. */
export type Strength = "verdict" | "hint" | "absent" | "no-data";

const VERDICT = 0.5; // as in diagnose.ts

export function strengthOf(rule: Rule, drawing: RecordingDrawing): Strength {
  const judgement = judged(rule, drawing);
  if (judgement.outcome !== "present") return judgement.outcome;
  return judgement.confidence >= VERDICT ? "verdict" : "hint";
}

/** Four at a time, each for 40 ms: flat from 5 connections on, while the host is like this. */
export const flatWith = (host: Partial<HostReading>, more: Partial<LevelDrawing> = {}): LevelDrawing[] => queueOf(4, 40, { host, ...more });

/** Grows with the connections while the host is like this. */
export const growingWith = (host: Partial<HostReading>, more: Partial<LevelDrawing> = {}): LevelDrawing[] =>
  queueOf(1000, 40, { host, ...more });
