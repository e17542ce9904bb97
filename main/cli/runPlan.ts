import { MOST_AUTOMATIC } from "../../app/diagnosis/experiments/outcomes.ts";
import { counted } from "../../app/diagnosis/numbers.ts";
import type { Diagnosis } from "../../app/model/finding.ts";
import { BOTTLENECK_IDS } from "../../app/model/finding.ts";
import type { Plan } from "../../app/model/plan.ts";
import { levelsOf, planMs } from "../../app/model/plan.ts";
import { htmlReport } from "../../app/report/html.ts";
import { requestLine } from "../../app/report/requestLine.ts";
import { sessionDocument } from "../../app/report/sessionDocument.ts";
import type { Engine, Outcome } from "../engine/engine.ts";
import { EXIT } from "./exit.ts";
import { type JsonOption, note, plain, print, printJson, save } from "./output.ts";
import { Progress } from "./progress.ts";
import { capacityText, diagnosisText, stepsText, tableHead, tableRow } from "./summary.ts";

/** How a run is shown and what becomes of its result. */
export interface ShowOptions {
  readonly json?: JsonOption;
  readonly report?: string;
  readonly failOn: readonly string[];
  readonly progress: boolean;
  readonly quiet: boolean;
}

const FAIL_ON_CONFIDENCE = 0.6; // the contract's: below it a finding is a hint, and a build does not break on hints

/** Runs a plan in the foreground; resolves with the exit status. Ctrl-C ends the run and keeps it, a second one ends Plateau. */
export async function runPlan(
  engine: Engine,
  plan: Plan,
  options: ShowOptions,
  whenEnded: () => Promise<void> = async () => {},
): Promise<number> {
  const progress = new Progress(plan);
  const say = options.json === true ? note : print; // standard output is the document's then
  let table = false;
  const stopListening = engine.listen((sessionId, event) => {
    if (options.progress) progress.hear(event);
    if (event.kind !== "diagnosis" || options.quiet) return;
    const level = engine.levelsOf(sessionId)?.at(-1);
    if (level === undefined || level.index < shown) return;
    shown = level.index + 1;
    progress.clear();
    if (!table) say(tableHead());
    table = true;
    say(tableRow(level));
  });
  let shown = 0;
  const id = await engine.start(plan, { whenEnded });
  if (!options.quiet)
    note(
      `${requestLine(plan)}: ${levelsOf(plan).length} levels, ${Math.ceil(planMs(plan) / 1000)} s${thenExperiments(plan)}. Ctrl-C ends the run and keeps it.`,
    );
  for (const warning of engine.recordingOf(id)?.warnings ?? []) note(`Note: ${plain(warning)}`);
  const interrupted = stopOnSignal(engine, id);
  const outcome = await engine.outcome(id);
  stopListening();
  progress.clear();
  return finish(engine, outcome, options, interrupted.wasAsked(), say);
}

const EXPERIMENT_SECONDS = 20; // at most, each

function thenExperiments({ experiments }: Plan): string {
  if (experiments === "none") return "";
  const most = experiments === "auto" ? MOST_AUTOMATIC : experiments.length;
  return `, then ${experiments === "auto" ? "up to " : ""}${counted(most, "experiment")} of ${EXPERIMENT_SECONDS} s`;
}

function finish(engine: Engine, outcome: Outcome, options: ShowOptions, wasInterrupted: boolean, say: (line: string) => void): number {
  const { session, levels, diagnosis, error, status } = outcome;
  if (options.quiet) {
    if (options.json !== true) say(`${diagnosis.verdict.id}: ${diagnosis.verdict.summary}`);
  } else {
    say("");
    for (const line of [...stepsText(levels), ...capacityText(session, levels)]) say(line);
    say(diagnosisText(diagnosis, levels, session));
    say("");
    say(`Session ${session.id} (${status}) is saved in ${engine.store.file}; plateau show ${session.id} shows it again.`);
  }
  if (options.json !== undefined) printJson(sessionDocument(outcome.recording, diagnosis), options.json);
  if (options.report !== undefined) {
    save(options.report, htmlReport(outcome.recording, diagnosis));
    if (!options.quiet) say(`Report: ${options.report}`);
  }
  if (error !== null) {
    note(`plateau: ${error.message}`);
    return EXIT.failed;
  }
  if (wasInterrupted) return EXIT.interrupted;
  return failsOn(diagnosis, options.failOn) ? EXIT.found : EXIT.done;
}

function failsOn({ findings }: Diagnosis, ids: readonly string[]): boolean {
  const any = ids.includes("any");
  return findings.some(
    ({ id, confidence }) =>
      confidence >= FAIL_ON_CONFIDENCE && (ids.includes(id) || (any && (BOTTLENECK_IDS as readonly string[]).includes(id))),
  );
}

function stopOnSignal(engine: Engine, sessionId: string): { wasAsked(): boolean } {
  let asked = false;
  const onSignal = (): void => {
    if (asked) process.exit(EXIT.interrupted); // the store has all but the last quarter of a second, and marks the session when next opened
    asked = true;
    note("\nEnding the run; what was measured is kept. Ctrl-C again ends Plateau at once.");
    void engine.stop(sessionId, "interrupted");
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  return { wasAsked: () => asked };
}
