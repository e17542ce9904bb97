import { useMemo } from "react";
import { sessionValidity } from "../../../app/diagnosis/sessionValidity.ts";
import type { Recording } from "../../../app/model/recording.ts";
import { ValidityMark } from "../../components/ValidityMark.tsx";

/** Can the verdict be believed? Beside the verdict; the reasons one click behind. */
export function Trust({ recording }: { readonly recording: Recording }) {
  const validity = useMemo(() => sessionValidity(recording), [recording]);
  if (validity.reasons.length === 0) {
    return (
      <p className="trust">
        <ValidityMark validity={validity} /> <span className="hint">Nothing speaks against these numbers.</span>
      </p>
    );
  }
  return (
    <details className="trust" open={validity.state === "invalid"}>
      <summary>
        <ValidityMark validity={{ ...validity, reasons: [] }} />
        <span className="hint">
          {validity.reasons.length === 1 ? "One reason" : `${validity.reasons.length} reasons`} to be careful with these numbers
        </span>
      </summary>
      <ul className="plain-list">
        {validity.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}
