import { type Finding, WARNING_IDS } from "../../../app/model/finding.ts";
import { HandbookButton } from "../../components/HandbookButton.tsx";
import { Icon } from "../../components/Icon.tsx";
import { confidenceText } from "../../components/verdict.ts";
import { Evidence } from "./Evidence.tsx";

interface Props {
  readonly findings: readonly Finding[];
  readonly onPoint: (levels: readonly number[]) => void;
}

/** The next best explanations, and what to know about the measurement itself. */
export function OtherFindings({ findings, onPoint }: Props) {
  const isWarning = (finding: Finding) => (WARNING_IDS as readonly string[]).includes(finding.id);
  const groups = [
    { title: "Other explanations", findings: findings.filter((finding) => !isWarning(finding)) },
    { title: "About the measurement", findings: findings.filter(isWarning) },
  ];
  return (
    <>
      {groups
        .filter((group) => group.findings.length > 0)
        .map((group) => (
          <section key={group.title} className="panel others" aria-label={group.title}>
            <div className="panel-head">
              <h2>{group.title}</h2>
            </div>
            {group.findings.map((finding) => (
              <div key={finding.id} className="other-row">
                <details className="other" onMouseEnter={() => onPoint(finding.levels)} onMouseLeave={() => onPoint([])}>
                  <summary>
                    <Icon name={isWarning(finding) ? "warning" : "bottleneck"} />
                    <b>{finding.title}</b>
                    <span className="other-summary">{finding.summary}</span>
                    <span className="other-confidence">{confidenceText(finding.confidence)}</span>
                  </summary>
                  <div className="other-body">
                    <p>{finding.summary}</p>
                    <Evidence finding={finding} onPoint={onPoint} />
                    <ul className="plain-list">
                      {finding.advice.map((each) => (
                        <li key={each}>{each}</li>
                      ))}
                    </ul>
                  </div>
                </details>
                <HandbookButton id={finding.id} brief />
              </div>
            ))}
          </section>
        ))}
    </>
  );
}
