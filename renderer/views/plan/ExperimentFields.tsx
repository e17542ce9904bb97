import { experiments as known } from "../../../app/diagnosis/experiments/index.ts";
import { MOST_AUTOMATIC } from "../../../app/diagnosis/experiments/outcomes.ts";
import { Segments } from "../../components/Segments.tsx";
import type { Draft } from "./draft.ts";
import { TextField } from "./TextField.tsx";

interface Props {
  readonly draft: Pick<Draft, "experiments" | "otherUrl" | "halfUrl">;
  readonly errors: Partial<Record<keyof Draft, string>>;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** What follows the levels by itself, to decide between causes. */
export function ExperimentFields({ draft: { experiments, otherUrl, halfUrl }, errors, onChange }: Props) {
  const listed = Array.isArray(experiments);
  const options = [
    { value: "none", text: "None" },
    { value: "auto", text: "Automatic" },
    ...(listed ? [{ value: "listed", text: experiments.map((id) => known[id].title).join(", ") }] : []),
  ];
  return (
    <>
      <Segments
        name="experiments"
        legend="Experiments after the levels"
        value={listed ? "listed" : experiments}
        options={options}
        onChange={(value) => (value === "none" || value === "auto") && onChange({ experiments: value })}
      />
      <p className="hint">
        Automatic: where the leading cause is not sure, up to {MOST_AUTOMATIC} experiments of at most 20 s each follow the levels. Each
        changes one thing of the same load, by turns, and moves the confidences.
      </p>
      {experiments !== "none" && (
        <div className="two-fields">
          <TextField
            label="Another, cheap URL of the same server"
            hint="Asked during the load: does it wait too?"
            placeholder="/health"
            mono
            value={otherUrl}
            error={errors.otherUrl}
            onChange={(value) => onChange({ otherUrl: value })}
          />
          <TextField
            label="A URL that asks for half the work"
            hint="Does throughput follow the work?"
            placeholder="/items?limit=10"
            mono
            value={halfUrl}
            error={errors.halfUrl}
            onChange={(value) => onChange({ halfUrl: value })}
          />
        </div>
      )}
    </>
  );
}
