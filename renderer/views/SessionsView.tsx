import { useCallback, useDeferredValue, useEffect, useRef, useState } from "react";
import { Icon } from "../components/Icon.tsx";
import { go } from "../state/route.ts";
import { matching } from "../state/sessionList.ts";
import { refreshSessions, useSessions } from "../state/sessions.ts";
import { SEARCH_COMMAND } from "./commands.ts";
import { SessionRow } from "./sessions/SessionRow.tsx";
import { Welcome } from "./sessions/Welcome.tsx";

/** All saved sessions, latest first. */
export function SessionsView() {
  const { sessions, failure } = useSessions();
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const wanted = useDeferredValue(search);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => void refreshSessions(), []);
  useEffect(() => {
    const focus = () => field.current?.focus();
    window.addEventListener(SEARCH_COMMAND, focus);
    return () => window.removeEventListener(SEARCH_COMMAND, focus);
  }, []);

  const choose = useCallback(
    (id: string) => setChosen((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id].slice(-2))),
    [],
  );

  if (failure !== null && sessions === null) {
    return (
      <div className="page">
        <h1>Sessions</h1>
        <p className="refusal" role="alert">
          <Icon name="warning" /> The sessions could not be listed: {failure}
        </p>
        <button type="button" className="button" onClick={() => void refreshSessions()}>
          Try again
        </button>
      </div>
    );
  }
  if (sessions === null) return <div className="page" aria-busy="true" />;
  if (sessions.length === 0) return <Welcome />;
  const shown = matching(sessions, wanted);
  const pair = sessions.filter(({ id }) => chosen.includes(id)).sort((a, b) => a.startedAt.localeCompare(b.startedAt));
  const [before, after] = pair;
  return (
    <div className="page">
      <div className="page-head">
        <h1>Sessions</h1>
        <label className="search">
          <Icon name="search" />
          <input
            ref={field}
            type="search"
            placeholder="Search name, URL, verdict"
            aria-label="Search sessions"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
          />
        </label>
        <div className={before === undefined ? "cluster" : "cluster compare-them"}>
          {before !== undefined && (
            <button
              type="button"
              className="button"
              title="The later one is told as a change of the earlier"
              disabled={after === undefined}
              onClick={() => after !== undefined && go({ at: "compare", before: before.id, after: after.id })}
            >
              {after === undefined ? "Choose one more" : "Compare the two"}
            </button>
          )}
          <a className="button primary" href="#/plan">
            <Icon name="plus" /> New run
          </a>
        </div>
      </div>
      <div className="table-box">
        <table className="sessions">
          <thead>
            <tr>
              <th scope="col">Session</th>
              <th scope="col">Verdict</th>
              <th scope="col">Throughput by connections</th>
              <th scope="col" className="number">
                Peak
              </th>
              <th scope="col" className="when">
                When
              </th>
              <th scope="col">
                <span className="unseen">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((session) => (
              <SessionRow key={session.id} session={session} chosen={chosen.includes(session.id)} onChoose={choose} />
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="nothing">No session matches “{wanted}”.</p>}
      </div>
      <p className="hint" role="status">
        {shown.length === sessions.length
          ? `${sessions.length} session${sessions.length === 1 ? "" : "s"}`
          : `${shown.length} of ${sessions.length} sessions`}
      </p>
    </div>
  );
}
