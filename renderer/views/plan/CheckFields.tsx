import { BodyCheck } from "../../../app/model/scenario.ts";
import { bodyCheckText, parseBodyCheck } from "../../../app/requests/checks.ts";
import type { Draft } from "./draft.ts";
import type { Read } from "./read.ts";
import { TextChips } from "./TextChips.tsx";
import { TextField } from "./TextField.tsx";

interface Props {
  readonly draft: Pick<Draft, "expectStatus" | "expectBody">;
  readonly errors: Partial<Record<keyof Draft, string>>;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Which answers are good. Any other is an error, however fast it came. */
export function CheckFields({ draft: { expectStatus, expectBody }, errors, onChange }: Props) {
  return (
    <>
      <TextField
        label="Expected status"
        value={expectStatus}
        error={errors.expectStatus}
        placeholder="200, 2xx"
        hint="Empty: everything below 400."
        mono
        onChange={(value) => onChange({ expectStatus: value })}
      />
      <TextChips
        label="Expected in the body"
        items={expectBody.map(bodyCheckText)}
        placeholder="results"
        hint="A text it contains; =text it equals; /id-\d+/ it matches; $.state=ready in its JSON. Enter takes one; all must hold."
        error={errors.expectBody}
        separated={false}
        parse={parse}
        onAdd={(added) => onChange({ expectBody: [...expectBody, ...added] })}
        onRemove={(index) => onChange({ expectBody: expectBody.filter((_, at) => at !== index) })}
      />
    </>
  );
}

function parse(text: string): Read<BodyCheck> {
  const check = BodyCheck.safeParse(parseBodyCheck(text));
  if (check.success) return { value: check.data, refusal: null };
  return { value: null, refusal: `${text}: ${check.error.issues[0]?.message ?? "not a check"}.` };
}
