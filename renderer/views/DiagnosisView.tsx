import { useEffect, useState } from "react";
import { requestsPerSecond } from "../../app/figures/quantity.ts";
import { ConnectionCharts } from "../charts/ConnectionCharts.tsx";
import { Icon } from "../components/Icon.tsx";
import { Oddities } from "../components/Oddities.tsx";
import { OpeningPage, RefusedPage } from "../components/PageState.tsx";
import { type Opened, openSession, useOpened } from "../state/opened.ts";
import { Capacities } from "./diagnosis/Capacities.tsx";
import { Evidence } from "./diagnosis/Evidence.tsx";
import { Experiments } from "./diagnosis/Experiments.tsx";
import { LevelTable } from "./diagnosis/LevelTable.tsx";
import { OpenModel } from "./diagnosis/OpenModel.tsx";
import { OtherFindings } from "./diagnosis/OtherFindings.tsx";
import { OverTime } from "./diagnosis/OverTime.tsx";
import { ScenarioSteps } from "./diagnosis/ScenarioSteps.tsx";
import { SessionHead } from "./diagnosis/SessionHead.tsx";
import { SocketAccount } from "./diagnosis/SocketAccount.tsx";
import { Steps } from "./diagnosis/Steps.tsx";
import { TargetInside } from "./diagnosis/TargetInside.tsx";
import { ThinkMatrix } from "./diagnosis/ThinkMatrix.tsx";
import { ThreadDumps } from "./diagnosis/ThreadDumps.tsx";
import { VerdictHead } from "./diagnosis/VerdictHead.tsx";
import { WhatIf } from "./diagnosis/WhatIf.tsx";

/** The verdict in one sentence; everything else is the argument for it. */
export function DiagnosisView({ id }: { readonly id: string }) {
  const state = useOpened();
  useEffect(() => void openSession(id), [id]);
  if (state.id === id && state.failure !== null) return <RefusedPage title="This session cannot be opened" why={state.failure} />;
  if (state.id !== id || state.opened === null) return <OpeningPage what="the session" />;
  return <Diagnosed key={id} opened={state.opened} />;
}

function Diagnosed({ opened }: { readonly opened: Opened }) {
  const { recording, diagnosis, levels } = opened;
  const [pointed, setPointed] = useState<readonly number[]>([]);
  const chief = diagnosis.findings.find((finding) => finding.id === diagnosis.verdict.id) ?? null;
  const others = diagnosis.findings.filter((finding) => finding !== chief);
  return (
    <div className="page diagnosis">
      <SessionHead recording={recording} />
      {recording.failure !== null && (
        <p className="refusal" role="alert">
          <Icon name="warning" /> {recording.failure}
        </p>
      )}
      <Oddities warnings={recording.warnings} />
      {levels.length === 0 ? (
        <h1>{recording.status === "failed" ? "The run failed before anything was measured" : "Nothing was measured"}</h1>
      ) : (
        <>
          <VerdictHead diagnosis={diagnosis} levels={levels} recording={recording} />
          <div className="argument">
            {chief === null ? <Missing opened={opened} /> : <Evidence finding={chief} onPoint={setPointed} />}
            <Steps finding={chief} diagnosis={diagnosis} />
          </div>
          <Experiments opened={opened} />
        </>
      )}
      {levels.length > 0 && <ConnectionCharts levels={levels} diagnosis={diagnosis} />}
      {levels.length > 0 && <Capacities opened={opened} />}
      {levels.some(({ open }) => open === null) && <WhatIf opened={opened} />}
      <ThinkMatrix levels={levels} />
      <OpenModel levels={levels} />
      {levels.length > 0 && <LevelTable levels={levels} cores={recording.host.cores ?? Number.NaN} pointed={pointed} />}
      <TargetInside levels={levels} />
      <ThreadDumps dumps={recording.dumps} />
      <ScenarioSteps levels={levels} />
      {levels.length > 0 && <OtherFindings findings={others} onPoint={setPointed} />}
      {recording.ticks.length > 0 && <OverTime recording={recording} pointed={pointed} />}
      {recording.ticks.length > 0 && <SocketAccount opened={opened} />}
    </div>
  );
}

/** A verdict without a finding: healthy, or not enough to tell. */
function Missing({ opened: { diagnosis, levels } }: { readonly opened: Opened }) {
  const healthy = diagnosis.verdict.id === "healthy";
  const missing = [...new Set(diagnosis.noData.map(({ missing: what }) => what))];
  const most = Math.max(0, ...levels.map((level) => level.throughputRps));
  return (
    <section className="evidence" aria-labelledby="evidence">
      <h2 id="evidence">{healthy ? "What was seen" : "What is missing"}</h2>
      {healthy && <p>At most {requestsPerSecond(most)} were reached, and more connections still brought more.</p>}
      {!healthy && missing.length === 0 && <p>Nothing is missing; the measurements do not agree on a cause.</p>}
      {!healthy && missing.length > 0 && (
        <ul className="plain-list">
          {missing.slice(0, 8).map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
