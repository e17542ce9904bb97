import { diagnose } from "../../../app/diagnosis/diagnose.ts";
import { summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { type Change, modelsOf, type Prediction, predictChange, type TargetModel } from "../../../app/diagnosis/models.ts";
import { counted, digits } from "../../../app/diagnosis/numbers.ts";
import { PlateauError } from "../../../app/model/errors.ts";
import { modelText, trustText } from "../../../app/report/whatIfText.ts";
import { EXIT } from "../exit.ts";
import { levels as connectionsTyped, milliseconds, usage, wholeNumber } from "../options.ts";
import { type JsonOption, print, printJson, wrapped } from "../output.ts";
import { openStore, type StoreOption, sessionIdLike } from "../store.ts";

interface Options extends StoreOption {
  readonly places?: string;
  readonly cores?: string;
  readonly think?: string;
  readonly connections?: string;
  readonly json?: JsonOption;
}

/** What the session's target would do with something changed, from the model of its diagnosed queue. */
export function whatIf(words: string, options: Options): number {
  const change: Change = {
    ...(options.places === undefined ? {} : { places: wholeNumber("--places", options.places) }),
    ...(options.cores === undefined ? {} : { cores: wholeNumber("--cores", options.cores) }),
    ...(options.think === undefined ? {} : { thinkSeconds: milliseconds("--think", options.think) / 1000 }),
  };
  if (Object.keys(change).length === 0) throw usage("what-if", "nothing is changed", "--places 8, --cores 4 or --think 25ms");
  if (change.places === 0 || change.cores === 0) throw usage("what-if", "nothing works without places or cores", "1 or more");
  const store = openStore(options);
  try {
    const recording = store.read(sessionIdLike(store, words));
    const summaries = summariseLevels(recording);
    const { queue } = modelsOf(summaries, diagnose(recording), recording);
    if (queue === null) {
      const why = "no plateau with a level below it, from which times could be told";
      throw new PlateauError(
        "PLAN_INVALID",
        `what-if ${recording.id} : ${why} (a session from 1 connection on to where throughput goes flat)`,
      );
    }
    const measured = [...new Set(summaries.filter(({ open }) => open === null).map(({ connections }) => connections))];
    const connections = options.connections === undefined ? measured : connectionsTyped(options.connections);
    const prediction = predictChange(queue, change, summaries, connections);
    if (options.json !== undefined) printJson({ session: recording.id, model: queue, change, ...prediction }, options.json);
    if (options.json !== true) show(queue, change, prediction);
    return EXIT.done;
  } finally {
    store.close();
  }
}

function show(model: TargetModel, change: Change, prediction: Prediction): void {
  const { levels, limitRps } = prediction;
  print(wrapped(modelText(model)));
  print("");
  print(["connections", "throughput", "latency"].map((head) => head.padStart(11)).join("  "));
  print(["", "req/s", "ms"].map((unit) => unit.padStart(11)).join("  "));
  for (const level of levels)
    print([String(level.connections), digits(level.throughputRps), digits(level.latencyMs)].map((cell) => cell.padStart(11)).join("  "));
  print("");
  const changed = [
    ...(change.places === undefined ? [] : [counted(change.places, "place")]),
    ...(change.cores === undefined ? [] : [counted(change.cores, "core")]),
    ...(change.thinkSeconds === undefined ? [] : [`${digits(1000 * change.thinkSeconds)} ms think time`]),
  ];
  print(wrapped(`With ${changed.join(" and ")} no more than ${digits(limitRps)} requests/s. ${trustText(prediction)}`));
}
