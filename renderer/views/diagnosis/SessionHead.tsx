import { duration } from "../../../app/figures/quantity.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { Icon } from "../../components/Icon.tsx";
import { notifyError } from "../../state/notices.ts";
import { changeDraft } from "../../state/planDraft.ts";
import { openReport } from "../../state/report.ts";
import { go } from "../../state/route.ts";
import { startDemo } from "../../state/run.ts";
import { draftOf } from "../plan/draftOf.ts";

/** Which session this is, and what can be done with it. */
export function SessionHead({ recording }: { readonly recording: Recording }) {
  const { id, name, plan, startedAt, finishedAt, status, host } = recording;
  const tookMs = finishedAt === null || status === "imported" ? null : Date.parse(finishedAt) - Date.parse(startedAt);
  const facts = [
    new Date(startedAt).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }),
    ...(tookMs === null ? [] : [`took ${duration(tookMs)}`]),
    ...(status === "finished" ? [] : [status]),
    ...(host.cores === null ? [] : [`${host.cores} cores, ${host.cpu}`]),
  ];
  function again(): void {
    if (plan.lab !== null) {
      startDemo(plan.lab).catch((error) => notifyError("The demonstration could not be started", error)); // its server is gone: a plan would find nothing there
      return;
    }
    changeDraft(draftOf(plan));
    go({ at: "plan" });
  }
  return (
    <div className="session-head">
      <div className="session-which">
        <p className="session-title" title={plan.url}>
          {name !== "" && <b>{name}</b>}
          <span className="mono">
            {plan.method} {plan.url}
          </span>
        </p>
        <p className="hint">{facts.join(" · ")}</p>
      </div>
      <div className="cluster">
        <button type="button" className="button" onClick={again}>
          <Icon name="play" /> Run again
        </button>
        <button type="button" className="button" onClick={() => void openReport(id)}>
          <Icon name="save" /> Report
        </button>
      </div>
    </div>
  );
}
