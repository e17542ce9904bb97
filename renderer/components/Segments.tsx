interface Props<V extends string> {
  readonly name: string;
  readonly legend: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly text: string; readonly title?: string }[];
  readonly onChange: (value: V) => void;
}

/** One of a few, all of them in sight. */
export function Segments<V extends string>({ name, legend, value, options, onChange }: Props<V>) {
  return (
    <fieldset className="segments">
      <legend className="unseen">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} title={option.title}>
          <input type="radio" name={name} checked={value === option.value} onChange={() => onChange(option.value)} />
          <span>{option.text}</span>
        </label>
      ))}
    </fieldset>
  );
}
