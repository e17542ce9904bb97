import { Plan } from "../model/plan.ts";
import type { LevelRecord, Recording } from "../model/recording.ts";
import type { Header } from "../model/request.ts";
import { NO_THINK_TIME } from "../model/thinkTime.ts";
import type { ToldLevel } from "./levelTable.ts";

/** What is said of an import beside its levels. */
export interface ImportFacts {
  readonly id: string;
  readonly name: string;
  readonly url: string; // what was loaded, as far as it is known
  readonly headers: readonly Header[]; // that every request carried
  readonly cores: number | null; // of the target's host
  readonly importedAt: string; // ISO
  readonly plateauVersion: string;
}

/** Levels that another tool measured, as a session. There are no ticks and no samples: there is no time domain. */
export function importedRecording(levels: readonly ToldLevel[], facts: ImportFacts): Recording {
  const { id, name, url, headers, cores, importedAt, plateauVersion } = facts;
  return {
    id,
    name,
    status: "imported",
    startedAt: importedAt,
    finishedAt: importedAt,
    plateauVersion,
    plan: Plan.parse({ url, headers: [...headers], connections: levels.map(({ connections }) => connections), name }),
    host: { os: "not told", cpu: "not told", cores, memoryBytes: null, node: "-", virtualised: null },
    failure: null,
    warnings: [],
    levels: levels.map(
      ({ connections, totals }, index): LevelRecord => ({
        index,
        connections,
        thinkTime: NO_THINK_TIME,
        rateRps: null,
        inserted: false,
        startedMs: 0,
        measuredFromMs: 0,
        measuredToMs: 0,
        state: "complete",
        totals,
      }),
    ),
    ticks: [],
    samples: [],
    annotations: [],
  };
}
