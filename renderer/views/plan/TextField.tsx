import { useId } from "react";

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly mono?: boolean;
}

export function TextField({ label, value, onChange, error, hint, placeholder, mono = false }: Props) {
  const id = useId();
  const says = error ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={mono ? "input mono" : "input"}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={says === undefined ? undefined : `${id}-says`}
        onChange={({ target }) => onChange(target.value)}
      />
      {says !== undefined && (
        <p id={`${id}-says`} className={error === undefined ? "hint" : "hint wrong"}>
          {says}
        </p>
      )}
    </div>
  );
}
