import { useId, useState } from "react";
import { type Knob, typedValue } from "./whatIfKnobs.ts";

interface Props {
  readonly knob: Knob;
  readonly onChange: (value: number) => void;
}

/** A slider, and its number to be typed: both move the other. */
export function KnobField({ knob, onChange }: Props) {
  const id = useId();
  const [text, setText] = useState(String(knob.now));
  const value = typedValue(knob, text);

  function take(typed: string): void {
    setText(typed);
    const meant = typedValue(knob, typed);
    if (meant !== null) onChange(meant);
  }

  return (
    <div className="knob">
      <label htmlFor={id}>
        {knob.label}
        {knob.unit !== "" && ` (${knob.unit})`}
      </label>
      <input
        id={id}
        className="input"
        type="number"
        inputMode="decimal"
        min={knob.least}
        max={knob.limit}
        step="any"
        value={text}
        aria-invalid={value === null}
        onChange={({ target }) => take(target.value)}
      />
      <input
        type="range"
        aria-label={`${knob.label}, slider`}
        aria-valuetext={`${text} ${knob.unit}`.trim()}
        min={knob.least}
        max={knob.most}
        step={knob.step}
        value={Math.min(knob.most, value ?? knob.now)}
        onChange={({ target }) => take(target.value)}
      />
      <p className="hint">
        {value === null ? `from ${knob.least} to ${knob.limit}` : `measured: ${knob.now}${knob.unit === "" ? "" : ` ${knob.unit}`}`}
      </p>
    </div>
  );
}
