function Body({ value, onChange }: { readonly value: string; readonly onChange: (body: string) => void }) {
  return (
    <div className="field">
      <label htmlFor="request-body">Body</label>
      <textarea
        id="request-body"
        className="input mono"
        rows={6}
        spellCheck={false}
        value={value}
        placeholder='{"q": "test"}'
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

function KeepAlive({ checked, onChange }: { readonly checked: boolean; readonly onChange: (keepAlive: boolean) => void }) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span>
        Keep connections alive <span className="hint">Off: every request opens a new connection.</span>
      </span>
    </label>
  );
}

export const RequestFields = { Body, KeepAlive };
