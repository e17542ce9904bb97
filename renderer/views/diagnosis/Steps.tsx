import type { Diagnosis, Finding } from "../../../app/model/finding.ts";

/** What to try next: the likely setting, and advice. */
export function Steps({ finding, diagnosis }: { readonly finding: Finding | null; readonly diagnosis: Diagnosis }) {
  if (finding === null) {
    if (diagnosis.verdict.id !== "healthy") return null;
    return (
      <section className="steps" aria-label="What to try next">
        <h2>What to try next</h2>
        <p>Run again with more connections to find where it ends.</p>
      </section>
    );
  }
  const { candidates, advice } = finding;
  return (
    <section className="steps" aria-label="What to try next">
      {candidates.length > 0 && (
        <>
          <h2>Settings whose default fits</h2>
          <ul className="candidates">
            {candidates.map((candidate) => (
              <li key={`${candidate.software} ${candidate.setting}`}>
                <p>
                  <b>{candidate.software}</b>
                  <Source source={candidate.source} />
                </p>
                <code>
                  {candidate.setting} = {candidate.value}
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
      {advice.length > 0 && <h2>What to try next</h2>}
      <ol className="advice">
        {advice.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ol>
    </section>
  );
}

function Source({ source }: { readonly source: string }) {
  if (!/^https?:\/\//.test(source)) return <span className="hint">{source}</span>;
  return (
    <a className="hint" href={source} target="_blank" rel="noreferrer noopener">
      {new URL(source).host}
    </a>
  );
}
