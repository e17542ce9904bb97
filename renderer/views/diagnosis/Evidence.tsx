import { exact, threeDigits } from "../../../app/figures/quantity.ts";
import type { Finding } from "../../../app/model/finding.ts";
import { Icon } from "../../components/Icon.tsx";

interface Props {
  readonly finding: Finding;
  readonly onPoint: (levels: readonly number[]) => void;
}

/** What speaks for the finding and what against it; pointing at one shows its levels in the charts. */
export function Evidence({ finding, onPoint }: Props) {
  const sides = [
    { speaks: "for", title: "Evidence", icon: "check" },
    { speaks: "against", title: "What speaks against it", icon: "cross" },
  ] as const;
  return (
    <section className="evidence" aria-label="Evidence" onMouseEnter={() => onPoint(finding.levels)} onMouseLeave={() => onPoint([])}>
      {sides.map(({ speaks, title, icon }) => {
        const facts = finding.evidence.filter((fact) => fact.speaks === speaks);
        if (facts.length === 0) return null;
        return (
          <div key={speaks}>
            <h2>{title}</h2>
            <ul className="facts">
              {facts.map((fact, index) => (
                <li key={index} className={`fact fact-${speaks}`}>
                  <Icon name={icon} />
                  <div>
                    <p>{fact.text}</p>
                    <p className="fact-expected">
                      <code>{fact.metric}</code> <Observed value={fact.observed} />, expected {fact.expected}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </section>
  );
}

function Observed({ value }: { readonly value: number | string }) {
  if (typeof value === "string") return <b>{value}</b>;
  return <b title={exact(value)}>{threeDigits(value)}</b>;
}
