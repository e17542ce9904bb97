import { useMemo, useState } from "react";
import { duration } from "../../../app/figures/quantity.ts";
import { type BesideUrls, followUp, obstacleTo } from "../../../app/schedule/followUp.ts";
import { useAfterPaint } from "../../charts/useAfterPaint.ts";
import { Icon } from "../../components/Icon.tsx";
import { notifyError } from "../../state/notices.ts";
import type { Opened } from "../../state/opened.ts";
import { isRunning, startExperiment, useRun } from "../../state/run.ts";
import { TextField } from "../plan/TextField.tsx";
import type { Suggestion } from "./suggestions.ts";

const ASKED = {
  otherUrl: { label: "Another, cheap URL of the same server", placeholder: "/health" },
  halfUrl: { label: "A URL of the same server that asks for half the work", placeholder: "/items?limit=10" },
} as const;

interface Props {
  readonly suggestion: Suggestion;
  readonly opened: Opened;
}

/** An experiment that is one click away: what it would tell, what will happen and for how long; or why it cannot be run. */
export function ExperimentOffer({ suggestion: { id, title, text, speaksOf, asks }, opened }: Props) {
  const running = useRun(isRunning);
  const [starting, setStarting] = useState(false);
  const [typed, setTyped] = useState("");
  const urls: BesideUrls = useMemo(() => (asks === null || typed.trim() === "" ? {} : { [asks]: typed.trim() }), [asks, typed]);
  const obstacle = useMemo(() => obstacleTo(opened, id, urls), [opened, id, urls]);
  const scenario = opened.recording.plan.requests !== null;
  const asked = asks === null || scenario || opened.recording.status === "imported" ? null : ASKED[asks];
  const unasked = asked !== null && typed.trim() === "";
  const says = `${id}-says`;

  function run(): void {
    setStarting(true);
    startExperiment({ session: opened.recording.id, experiment: id, ...urls })
      .catch((error) => notifyError("The experiment could not be started", error))
      .finally(() => setStarting(false));
  }

  return (
    <li className="experiment">
      <div className="experiment-words">
        <h3>{title}</h3>
        <p>{text}</p>
        <p className="hint">Speaks of: {speaksOf.join(", ")}</p>
        {asked !== null && (
          <TextField
            {...asked}
            mono
            value={typed}
            onChange={setTyped}
            error={unasked || obstacle === null ? undefined : `Not possible: ${obstacle}.`}
          />
        )}
      </div>
      <div className="experiment-run">
        <button
          type="button"
          className="button"
          disabled={obstacle !== null || running || starting}
          aria-label={`Run: ${title}`}
          aria-describedby={says}
          onClick={run}
        >
          <Icon name="play" /> {starting ? "Starting" : "Run"}
        </button>
        <div id={says} className="hint">
          {obstacle === null ? (
            <WhatFollows opened={opened} id={id} urls={urls} />
          ) : (
            <p>{unasked ? "Needs the URL." : `Not possible: ${obstacle}.`}</p>
          )}
          {obstacle === null && running && <p>Another session is running.</p>}
        </div>
      </div>
    </li>
  );
}

/** "1, 2, 5 and 50 connections again, 48 s; then the experiment, 20 s." */
function WhatFollows({ opened, id, urls }: Pick<Props, "opened"> & { readonly id: Suggestion["id"]; readonly urls: BesideUrls }) {
  const drawn = useAfterPaint();
  const follows = useMemo(() => (drawn ? followUp(opened, id, urls) : null), [drawn, opened, id, urls]);
  if (follows === null) return null;
  const { plan, levelsMs, experimentMs } = follows;
  return (
    <p>
      <b>{duration(levelsMs + experimentMs)}</b>: {listed(plan.connections)} again for {duration(levelsMs)}, then the experiment for{" "}
      {duration(experimentMs)}
    </p>
  );
}

function listed(connections: readonly number[]): string {
  const [last, ...others] = [...connections].reverse();
  const list = others.length === 0 ? String(last) : `${others.reverse().join(", ")} and ${last}`;
  return `${list} connection${connections.length === 1 && last === 1 ? "" : "s"}`;
}
