import { useMemo } from "react";
import { type LevelSummary, summariseLevels } from "../../../app/diagnosis/levelSummary.ts";
import { lawsOf } from "../../../app/figures/laws.ts";
import { throughputByConnections } from "../../../app/figures/throughputByConnections.ts";
import { throughputByRate } from "../../../app/figures/throughputByRate.ts";
import type { Diagnosis } from "../../../app/model/finding.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { FigureView } from "../../charts/FigureView.tsx";
import { useSize } from "../../charts/useSize.ts";

interface Props {
  readonly recording: Recording;
  readonly diagnosis: Diagnosis | null;
}

const HEIGHT = 190;

/** The curve the whole run is about, bending while one watches. Recomputed once a second: that is as fast as it moves. */
export function SoFar({ recording, diagnosis }: Props) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const beat = `${Math.floor(recording.ticks.length / 4)} ${recording.levels.map((level) => level.state).join()}`;
  const levels = useMemo(() => summariseLevels(recording), [beat]);
  const figure = useMemo(() => curveOf(levels, recording.plan.rates !== null, diagnosis, width), [levels, diagnosis, width]);
  return <div ref={ref}>{width > 0 && <FigureView figure={figure} />}</div>;
}

function curveOf(levels: readonly LevelSummary[], open: boolean, diagnosis: Diagnosis | null, width: number) {
  const size = { width, height: HEIGHT };
  if (open) return throughputByRate(levels, size);
  const closed = levels.filter((level) => level.open === null);
  return throughputByConnections(closed, lawsOf(closed, diagnosis), size);
}
