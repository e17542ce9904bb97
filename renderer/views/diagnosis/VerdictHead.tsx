import type { LevelSummary } from "../../../app/diagnosis/levelSummary.ts";
import { isInvalid } from "../../../app/diagnosis/validity.ts";
import { requestsPerSecond, threeDigits } from "../../../app/figures/quantity.ts";
import type { Diagnosis, Estimate } from "../../../app/model/finding.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { HandbookButton } from "../../components/HandbookButton.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Quantity } from "../../components/Quantity.tsx";
import { moodOf } from "../../components/verdict.ts";
import { Confidence } from "../live/FindingsRail.tsx";
import { Trust } from "./Trust.tsx";

const ICON = { healthy: "check", problem: "bottleneck", unsure: "question" } as const;

interface Props {
  readonly diagnosis: Diagnosis;
  readonly levels: readonly LevelSummary[];
  readonly recording: Recording;
}

/** The sentence a colleague would say, how sure it is, and the three numbers it stands on. */
export function VerdictHead({ diagnosis, levels, recording }: Props) {
  const { verdict, plateau, effectiveParallelism } = diagnosis;
  const mood = moodOf(verdict.id);
  const believed = levels.filter((level) => !isInvalid(level));
  const peak = levels.length === 0 ? null : Math.max(...(believed.length === 0 ? levels : believed).map((level) => level.throughputRps));
  return (
    <section className={`verdict verdict-${mood}`} aria-labelledby="verdict">
      <div className="verdict-name">
        <Icon name={ICON[mood]} />
        <span>{verdict.title}</span>
        {verdict.confidence > 0 && <Confidence value={verdict.confidence} />}
        {verdict.id !== "healthy" && verdict.id !== "inconclusive" && <HandbookButton id={verdict.id} />}
      </div>
      <h1 id="verdict">{verdict.summary}</h1>
      <Trust recording={recording} />
      <dl className="verdict-numbers">
        <div>
          <dt>{plateau === null ? "Peak throughput" : "Plateau"}</dt>
          <dd>
            <Quantity value={plateau?.throughputRps.value ?? peak} as={requestsPerSecond} unit="req/s" />
          </dd>
        </div>
        <Measure name="Knee" unit="connections" estimate={plateau?.knee ?? null} />
        <Measure name="Worked on at a time" unit="requests" estimate={effectiveParallelism} />
      </dl>
    </section>
  );
}

function Measure({ name, unit, estimate }: { readonly name: string; readonly unit: string; readonly estimate: Estimate | null }) {
  if (estimate === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd title={`95 %: ${threeDigits(estimate.low)} to ${threeDigits(estimate.high)} ${unit}`}>
        <Quantity value={estimate.value} as={threeDigits} unit={unit} /> <span className="unit">{unit}</span>
      </dd>
    </div>
  );
}
