import type { Diagnosis, Finding } from "../../../app/model/finding.ts";
import { WARNING_IDS } from "../../../app/model/finding.ts";
import { HandbookButton } from "../../components/HandbookButton.tsx";
import { Icon } from "../../components/Icon.tsx";
import { confidenceText } from "../../components/verdict.ts";

const isWarning = (finding: Finding): boolean => (WARNING_IDS as readonly string[]).includes(finding.id);

/** What the evidence says so far. It may change with every level. */
export function FindingsRail({ diagnosis }: { readonly diagnosis: Diagnosis | null }) {
  const causes = diagnosis?.findings.filter((finding) => !isWarning(finding)) ?? [];
  const warnings = diagnosis?.findings.filter(isWarning) ?? [];
  return (
    <div className="rail-findings" aria-live="polite">
      <h2>Suspected so far</h2>
      {causes.length === 0 && (
        <p className="hint">
          {diagnosis === null ? "The first verdict comes with the first finished level." : "Nothing yet: no limit has been reached."}
        </p>
      )}
      {causes.map((finding) => (
        <article key={finding.id} className="rail-finding">
          <h3>
            <Icon name="bottleneck" /> {finding.title} <HandbookButton id={finding.id} brief />
          </h3>
          <Confidence value={finding.confidence} />
          <p>{finding.summary}</p>
        </article>
      ))}
      {warnings.length > 0 && (
        <>
          <h2>About the measurement</h2>
          {warnings.map((finding) => (
            <article key={finding.id} className="rail-finding rail-warning">
              <h3>
                <Icon name="warning" /> {finding.title} <HandbookButton id={finding.id} brief />
              </h3>
              <p>{finding.summary}</p>
            </article>
          ))}
        </>
      )}
    </div>
  );
}

export function Confidence({ value }: { readonly value: number }) {
  return (
    <p className="confidence">
      <span className="confidence-bar" aria-hidden="true">
        <span style={{ width: `${Math.round(value * 100)}%` }} />
      </span>
      <span>{confidenceText(value)}</span>
    </p>
  );
}
