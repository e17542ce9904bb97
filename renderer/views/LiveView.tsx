import { useEffect, useMemo, useState } from "react";
import { summariseLevels } from "../../app/diagnosis/levelSummary.ts";
import { lawsOf } from "../../app/figures/laws.ts";
import { throughputByConnections } from "../../app/figures/throughputByConnections.ts";
import { timeline } from "../../app/figures/timeline.ts";
import type { Recording } from "../../app/model/recording.ts";
import { FigureView } from "../charts/FigureView.tsx";
import { TimeCharts } from "../charts/TimeCharts.tsx";
import { useSize } from "../charts/useSize.ts";
import { Oddities } from "../components/Oddities.tsx";
import { progressOf } from "../state/live.ts";
import { go } from "../state/route.ts";
import { isRunning, useRun } from "../state/run.ts";
import { STOP_COMMAND } from "./commands.ts";
import { FindingsRail } from "./live/FindingsRail.tsx";
import { ProgressBar } from "./live/ProgressBar.tsx";
import { StopDialog } from "./live/StopDialog.tsx";

const LEAST_CHART_PX = 128;
const AXIS_TITLE_PX = 14;
const GAP_PX = 6;

/** The session as it runs: four charts on one clock, what is suspected so far, and the way out. */
export function LiveView() {
  const run = useRun();
  const { recording, diagnosis, stopping } = run;
  const [asking, setAsking] = useState(false);
  const running = isRunning(run);

  useEffect(() => {
    const ask = () => running && setAsking(true);
    window.addEventListener(STOP_COMMAND, ask);
    return () => window.removeEventListener(STOP_COMMAND, ask);
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
        <FindingsRail diagnosis={diagnosis} />
      </aside>
      <ProgressBar
        recording={recording}
        stopping={stopping}
        onStop={() => setAsking(true)}
        onDiagnosis={() => go({ at: "session", id: recording.id })}
      />
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

/** The curve the whole run is about, bending while one watches. Recomputed once a second: that is as fast as it moves. */
function SoFar({
  recording,
  diagnosis,
}: {
  readonly recording: Recording;
  readonly diagnosis: ReturnType<typeof useRun.getState>["diagnosis"];
}) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const beat = `${Math.floor(recording.ticks.length / 4)} ${recording.levels.map((level) => level.state).join()}`;
  const levels = useMemo(() => summariseLevels(recording), [beat]);
  const figure = useMemo(
    () => throughputByConnections(levels, lawsOf(levels, diagnosis), { width, height: 190 }),
    [levels, diagnosis, width],
  );
  return <div ref={ref}>{width > 0 && <FigureView figure={figure} />}</div>;
}
