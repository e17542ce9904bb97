import { count } from "../../../app/figures/quantity.ts";
import { readUsers } from "../../../app/requests/users.ts";
import { Segments } from "../../components/Segments.tsx";
import { notify } from "../../state/notices.ts";
import type { Draft } from "./draft.ts";
import { FileField } from "./FileField.tsx";
import { TextField } from "./TextField.tsx";

interface Props {
  readonly draft: Draft;
  readonly errors: Partial<Record<keyof Draft, string>>;
  readonly onChange: (part: Partial<Draft>) => void;
}

const MODES = [
  { value: "none", text: "Ignored", title: "No cookie of an answer is sent back" },
  { value: "per-connection", text: "Each its own", title: "Every connection is a user and keeps the cookies it was given" },
  { value: "shared", text: "Shared", title: "All of a generator thread keep them together" },
] as const;

/** Who the connections are to the service. */
export function UserFields({ draft, errors, onChange }: Props) {
  const { users } = draft;
  function take(text: string, file: string): void {
    const { users: content, leftOut } = readUsers(text);
    onChange({ users: { file, content: { ...content, file } } });
    if (leftOut > 0) notify({ kind: "news", text: `${count(leftOut)} rows of ${file} were left out: no connection could take them.` });
  }
  return (
    <>
      <FileField
        label="Users"
        accept=".csv,.tsv,.txt,text/csv"
        chosen={users === null ? null : `${users.file}: ${count(users.content.rows.length)} users`}
        hint={
          users === null
            ? "CSV, a row for each user; {{column}} in path, headers and body stands for the row of the connection."
            : `Columns: ${users.content.columns.map((column) => `{{${column}}}`).join(", ")}`
        }
        onText={take}
        onRemove={() => onChange({ users: null })}
      />
      <div className="field">
        <span className="label">Cookies of answers</span>
        <Segments
          name="cookies"
          legend="Who keeps the cookies that answers set"
          value={draft.cookies}
          options={MODES}
          onChange={(cookies) => onChange({ cookies })}
        />
      </div>
      <TextField
        label="Session cookie"
        value={draft.sessionCookie}
        error={errors.sessionCookie}
        placeholder="JSESSIONID"
        mono
        hint="Each connection sends its own value of this cookie, as different users would."
        onChange={(sessionCookie) => onChange({ sessionCookie })}
      />
    </>
  );
}
