import { type Compared, comparedFrom, compareSessions } from "../../app/comparison/comparison.ts";
import { levelsOf, type Plan, planMs } from "../../app/model/plan.ts";
import { requestLine } from "../../app/report/requestLine.ts";
import type { Outcome } from "../engine/engine.ts";
import { SideByTurns } from "../engine/sideByTurns.ts";
import { preflight } from "../load/preflight.ts";
import type { SessionStore } from "../store/sessionStore.ts";
import { showComparison } from "./commands/compare.ts";
import { EXIT } from "./exit.ts";
import { usage } from "./options.ts";
import { note, plain, print } from "./output.ts";
import type { ShowOptions } from "./runPlan.ts";

const BLOCKS = 2; // of each level for each of the two: A B A B
const SECOND_MS = 1000; // a block of whole seconds, since seconds are compared

/** The two plans of a run by turns: every level in blocks, otherwise as planned. @throws PlateauError PLAN_INVALID */
export function plansByTurns(plan: Plan, against: string): readonly [Plan, Plan] {
  const choosing = [
    ["--find-capacity", plan.findCapacity],
    ["--adaptive", plan.adaptive],
    ["--experiments", plan.experiments !== "none"],
    ["--pid", plan.pid !== null],
  ] as const;
  const wrong = choosing.find(([, chosen]) => chosen)?.[0];
  if (wrong !== undefined) throw usage(wrong, "it would not be the same for both", `--against without ${wrong}`);
  const twice = (loads: readonly number[]): number[] => loads.flatMap((load) => new Array<number>(BLOCKS).fill(load));
  const part = plan.durationMs / BLOCKS;
  const inBlocks: Plan = {
    ...plan,
    connections: twice(plan.connections),
    rates: plan.rates === null ? null : twice(plan.rates),
    durationMs: part < SECOND_MS ? plan.durationMs : Math.ceil(part / SECOND_MS) * SECOND_MS,
  };
  const named = (which: string): string => (plan.name === "" ? "" : `${plan.name} (${which})`);
  return [
    { ...inBlocks, name: named("A") },
    { ...inBlocks, url: against, name: named("B") },
  ];
}

/**
 * Two sessions at the same time, of which one waits while the other loads: what disturbs the machine meets both alike. Both are saved, then
 * compared; resolves with the exit status.
 * @throws PlateauError TARGET_UNREACHABLE, TARGET_REMOTE, and what else Engine.start() throws
 */
export async function runByTurns(store: SessionStore, [first, second]: readonly [Plan, Plan], options: ShowOptions): Promise<number> {
  for (const plan of [first, second]) await preflight(plan); // before anything is measured: a comparison needs both
  const said = (name: string, plan: Plan) => (index: number) => {
    if (options.progress) note(`${name}: level ${index + 1} of ${levelsOf(plan).length}`);
  };
  const sides = [new SideByTurns(store, first, said("A", first)), new SideByTurns(store, second, said("B", second))] as const;
  const [a, b] = sides;
  if (!options.quiet) {
    const seconds = Math.ceil((planMs(first) + planMs(second)) / SECOND_MS);
    note(`A: ${requestLine(first)}, B: ${requestLine(second)}, by turns, ${seconds} s. Ctrl-C ends the run and keeps it.`);
  }
  const wasAsked = stopOnSignal(sides);
  a.runBefore(b);
  await Promise.allSettled([a.ended, b.ended]); // the store is in use until both are
  const outcomes = await Promise.all([a.ended, b.ended]);
  const [before, after] = outcomes.map(compared);
  if (before !== undefined && before !== null && after !== undefined && after !== null) show(before, after, store, options);
  for (const outcome of outcomes) if (outcome?.error) note(`plateau: ${outcome.error.message}`);
  if (outcomes.some((outcome) => outcome?.error)) return EXIT.failed;
  return wasAsked() ? EXIT.interrupted : EXIT.done;
}

const compared = (outcome: Outcome | null): Compared | null =>
  outcome === null ? null : comparedFrom(outcome.recording, outcome.diagnosis);

function show(before: Compared, after: Compared, store: SessionStore, options: ShowOptions): void {
  const comparison = compareSessions(before, after);
  if (options.quiet && options.json === undefined && options.report === undefined) print(plain(comparison.sentence));
  else showComparison(comparison, options);
  if (!options.quiet) note(`Both are saved in ${store.file}; plateau compare ${before.session.id} ${after.session.id} shows them again.`);
}

function stopOnSignal(sides: readonly SideByTurns[]): () => boolean {
  let asked = false;
  const onSignal = (): void => {
    if (asked) process.exit(EXIT.interrupted);
    asked = true;
    note("\nEnding the run; what was measured is kept. Ctrl-C again ends Plateau at once.");
    for (const side of sides) void side.stop();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  return () => asked;
}
