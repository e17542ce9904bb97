import { clock, duration } from "../../../app/figures/quantity.ts";
import type { Recording } from "../../../app/model/recording.ts";
import type { ThreadDump } from "../../../app/model/threadDump.ts";
import { type StackWords, stackWords } from "./stackWords.ts";

const MOST_SHOWN = 12;

/** Where the target's threads were, while it was at its limit: those in one place together. */
export function ThreadDumps({ dumps }: { readonly dumps: Recording["dumps"] }) {
  if (dumps === undefined || dumps.length === 0) return null;
  return (
    <>
      {dumps.map((dump) => (
        <Dump key={dump.takenAtMs} dump={dump} />
      ))}
    </>
  );
}

function Dump({ dump }: { readonly dump: ThreadDump }) {
  const words = stackWords(dump);
  const rest = words.slice(MOST_SHOWN);
  const left = dump.total - threadsIn(words); // in groups too small to be kept
  const heading = `dump-${Math.round(dump.takenAtMs)}`;
  return (
    <section className="panel others" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>Where the {dump.counts} were</h2>
        <p className="hint">
          {dump.tool}, at {clock(dump.takenAtMs)} of the session, in {duration(dump.durationMs)}
        </p>
      </div>
      {words.slice(0, MOST_SHOWN).map((each, index) => (
        <Group key={index} words={each} />
      ))}
      {rest.length > 0 && (
        <details className="other stack">
          <summary>
            <span className="hint">
              {threadsIn(rest)} more {dump.counts} in {rest.length} other places
            </span>
          </summary>
          <div className="other-body">
            {rest.map((each, index) => (
              <Group key={index} words={each} />
            ))}
          </div>
        </details>
      )}
      {left > 0 && (
        <p className="hint dump-rest">
          {left} {dump.counts} in smaller groups were not kept
        </p>
      )}
    </section>
  );
}

const threadsIn = (words: readonly StackWords[]): number => words.reduce((sum, { group }) => sum + group.threads, 0);

function Group({ words: { headline, place, cause, group } }: { readonly words: StackWords }) {
  return (
    <details className="other stack">
      <summary>
        <span className="stack-head">
          <b>{headline}</b> {cause === null ? "" : cause.text}
          {place !== "" && <code>{place}</code>}
        </span>
      </summary>
      <div className="other-body">
        {cause !== null && (
          <p>
            {cause.software}
            {cause.setting !== undefined && (
              <>
                : <code>{cause.setting}</code>
              </>
            )}{" "}
            <span className="hint">{cause.source}</span>
          </p>
        )}
        {group.waitsFor !== null && (
          <p>
            Wait for <code>{group.waitsFor}</code>
          </p>
        )}
        {group.holds.length > 0 && (
          <p>
            Hold what others wait for: <code>{group.holds.join(", ")}</code>
          </p>
        )}
        {group.frames.length === 0 ? (
          <p className="hint">The runtime shows no frames.</p>
        ) : (
          <ol className="frames">
            {group.frames.map((frame, index) => (
              <li key={index}>
                <code>{frame}</code>
              </li>
            ))}
          </ol>
        )}
      </div>
    </details>
  );
}
