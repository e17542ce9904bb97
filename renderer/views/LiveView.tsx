import { useEffect, useMemo, useState } from "react";
import { timeline } from "../../app/figures/timeline.ts";
import type { Recording } from "../../app/model/recording.ts";
import { TimeCharts } from "../charts/TimeCharts.tsx";
import { useSize } from "../charts/useSize.ts";
import { NoteList } from "../components/NoteList.tsx";
import { Oddities } from "../components/Oddities.tsx";
import { progressOf } from "../state/live.ts";
import { go } from "../state/route.ts";
import { isRunning, useRun } from "../state/run.ts";
import { NOTE_COMMAND, STOP_COMMAND } from "./commands.ts";
import { FindingsRail } from "./live/FindingsRail.tsx";
import { NoteDialog } from "./live/NoteDialog.tsx";
import { ProgressBar } from "./live/ProgressBar.tsx";
import { SoFar } from "./live/SoFar.tsx";
import { StopDialog } from "./live/StopDialog.tsx";

const LEAST_CHART_PX = 128;
const AXIS_TITLE_PX = 14;
const GAP_PX = 6;

/** The session as it runs: four charts on one clock, what is suspected so far, and the way out. */
export function LiveView() {
  const run = useRun();
  const { recording, diagnosis, stopping, pausing } = run;
  const [asking, setAsking] = useState(false);
  const [noting, setNoting] = useState(false);
  const running = isRunning(run);

  useEffect(() => {
    const ask = () => running && setAsking(true);
    const note = () => running && setNoting(true);
    window.addEventListener(STOP_COMMAND, ask);
    window.addEventListener(NOTE_COMMAND, note);
    return () => {
      window.removeEventListener(STOP_COMMAND, ask);
      window.removeEventListener(NOTE_COMMAND, note);
    };
  }, [running]);

  if (recording === null) {
    return (
      <div className="page">
        <h1>Nothing is running</h1>
        <p className="lead">Plan a run, or let the lab show you one.</p>
        <div className="cluster">
          <a className="button primary" href="#/plan">
            New run
          </a>
          <a className="button" href="#/lab">
            Open the lab
          </a>
        </div>
      </div>
    );
  }
  return (
    <div className="live">
      <LiveCharts recording={recording} />
      <aside className="rail" aria-label="Findings so far">
        <SoFar recording={recording} diagnosis={diagnosis} />
        <Oddities warnings={recording.warnings} />
        <NoteList notes={recording.annotations} />
        <FindingsRail diagnosis={diagnosis} />
      </aside>
      <ProgressBar
        recording={recording}
        stopping={stopping}
        pausing={pausing}
        onStop={() => setAsking(true)}
        onNote={() => setNoting(true)}
        onDiagnosis={() => go({ at: "session", id: recording.id })}
      />
      <NoteDialog open={noting && running} onClose={() => setNoting(false)} />
      <StopDialog open={asking && running} onClose={() => setAsking(false)} />
    </div>
  );
}

function LiveCharts({ recording }: { readonly recording: Recording }) {
  const [ref, { width, height }] = useSize<HTMLDivElement>();
  const rows = useMemo(() => timeline(recording, progressOf(recording).plannedEndMs), [recording]);
  const each = Math.max(LEAST_CHART_PX, Math.floor((height - AXIS_TITLE_PX - 3 * GAP_PX) / 4));
  return (
    <section className="live-charts" aria-label="Measurements over time">
      <h1 className="unseen">Running: {recording.plan.url}</h1>
      <div ref={ref} className="live-room">
        <TimeCharts timeline={rows} width={width} height={each} />
      </div>
    </section>
  );
}
