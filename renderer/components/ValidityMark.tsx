import type { Validity } from "../../app/diagnosis/validity.ts";
import { Icon } from "./Icon.tsx";

const LOOK = {
  valid: { icon: "check", says: "The numbers can be believed." },
  doubtful: { icon: "question", says: "" },
  invalid: { icon: "cross", says: "" },
} as const;

/** Can the numbers beside it be believed? Shape, colour and word say the same; the reasons on hover, and to those who listen. */
export function ValidityMark({ validity: { state, reasons }, brief = false }: { readonly validity: Validity; readonly brief?: boolean }) {
  const why = [LOOK[state].says, ...reasons].filter((words) => words !== "").join("\n");
  return (
    <span className={`validity validity-${state}`} title={why}>
      <Icon name={LOOK[state].icon} />
      <span className={brief && state === "valid" ? "unseen" : undefined}>{state}</span>
      {state !== "valid" && <span className="unseen">: {reasons.join(" ")}</span>}
    </span>
  );
}
