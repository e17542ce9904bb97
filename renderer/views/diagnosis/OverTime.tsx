import { useMemo } from "react";
import { timeline } from "../../../app/figures/timeline.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { TimeCharts } from "../../charts/TimeCharts.tsx";
import { useAfterPaint } from "../../charts/useAfterPaint.ts";
import { useSize } from "../../charts/useSize.ts";
import { NoteList } from "../../components/NoteList.tsx";

const CHART_PX = 168;
const ALL_PX = 4 * CHART_PX + 32;

interface Props {
  readonly recording: Recording;
  readonly pointed: readonly number[];
}

/** The whole session on one clock. Drawn after the verdict is on the screen: nobody waits for it to read that. */
export function OverTime({ recording, pointed }: Props) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const read = useAfterPaint();
  const rows = useMemo(() => (read ? timeline(recording) : null), [read, recording]);
  return (
    <section className="panel" aria-labelledby="over-time">
      <div className="panel-head">
        <h2 id="over-time">Over time</h2>
      </div>
      <div ref={ref} style={{ minHeight: ALL_PX }}>
        {rows !== null && <TimeCharts timeline={rows} width={width} height={CHART_PX} highlight={pointed} />}
      </div>
      <NoteList notes={recording.annotations} />
    </section>
  );
}
