import type { LevelSummary } from "../../../app/diagnosis/levelSummary.ts";
import { levelWords, nameOf } from "../../../app/figures/levelWords.ts";
import { count, exact, latency, threeDigits } from "../../../app/figures/quantity.ts";
import { SimpleTable } from "./SimpleTable.tsx";

const HEADS = [
  { text: "step", means: "of the scenario" },
  { text: "at", means: "level" },
  { text: "answers", means: "of whatever status" },
  { text: "req/s", means: "good answers per second" },
  { text: "p50", means: "median latency" },
  { text: "p90", means: "90th percentile" },
  { text: "p99", means: "99th percentile" },
  { text: "errors", means: "requests that failed" },
];

/** Each request of a scenario by itself: the slow one hides in the mean of all. */
export function ScenarioSteps({ levels }: { readonly levels: readonly LevelSummary[] }) {
  const rows = levels.flatMap((level) =>
    level.steps.map((step, index) => {
      const failed = Object.values(step.errors).reduce((sum, errors) => sum + errors, 0);
      const number = (name: string, value: number, as: (value: number) => string) => ({
        title: `${name}: ${exact(value)}`,
        content: as(value),
      });
      return {
        key: `${level.index} ${index}`,
        cells: [
          { title: step.name, content: step.name },
          { title: "level", content: levelWords(nameOf(level)) },
          number("answers", step.requests, count),
          number("good answers per second", step.throughputRps, threeDigits),
          number("p50, ms", step.latencyMs.p50, latency),
          number("p90, ms", step.latencyMs.p90, latency),
          number("p99, ms", step.latencyMs.p99, latency),
          number("errors", failed, count),
        ],
      };
    }),
  );
  if (rows.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="scenario-steps">
      <div className="panel-head">
        <h2 id="scenario-steps">Request by request</h2>
      </div>
      <SimpleTable name="Steps of the scenario, level by level" heads={HEADS} rows={rows} />
    </section>
  );
}
