import { Icon } from "../../components/Icon.tsx";
import type { Draft } from "./draft.ts";

interface Props {
  readonly headers: Draft["headers"];
  readonly error: string | undefined;
  readonly onChange: (headers: Draft["headers"]) => void;
}

export function HeaderRows({ headers, error, onChange }: Props) {
  const change = (index: number, part: Partial<Draft["headers"][number]>) =>
    onChange(headers.map((header, at) => (at === index ? { ...header, ...part } : header)));
  return (
    <div className="field">
      <span className="label">Headers</span>
      {headers.map((header, index) => (
        <div key={index} className="header-row">
          <input
            className="input mono"
            aria-label={`Name of header ${index + 1}`}
            placeholder="Accept"
            value={header.name}
            spellCheck={false}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <input
            className="input mono"
            aria-label={`Value of header ${index + 1}`}
            placeholder="application/json"
            value={header.value}
            spellCheck={false}
            onChange={({ target }) => change(index, { value: target.value })}
          />
          <button
            type="button"
            className="icon-button"
            aria-label={`Remove header ${index + 1}`}
            onClick={() => onChange(headers.filter((_, at) => at !== index))}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      {error !== undefined && <p className="hint wrong">{error}</p>}
      <button type="button" className="button small quiet" onClick={() => onChange([...headers, { name: "", value: "" }])}>
        <Icon name="plus" /> Add header
      </button>
    </div>
  );
}
