import { BodyCheck } from "../../../app/model/scenario.ts";
import { bodyCheckText, parseBodyCheck } from "../../../app/requests/checks.ts";
import type { Draft } from "./draft.ts";
import { read } from "./read.ts";
import { TextChips } from "./TextChips.tsx";
import { TextField } from "./TextField.tsx";

interface Props {
  readonly draft: Pick<Draft, "expectStatus" | "expectBody">;
  readonly errors: Partial<Record<keyof Draft, string>>;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** Which answers are good. Any other is an error, however fast it came. */
export function CheckFields({ draft: { expectStatus, expectBody }, errors, onChange }: Props) {
  function take(text: string): string | null {
    const { value, refusal } = read(() => parseBodyCheck(text));
    if (value === null) return refusal;
    const check = BodyCheck.safeParse(value);
    if (!check.success) return `${text}: ${check.error.issues[0]?.message ?? "not a check"}.`;
    onChange({ expectBody: [...expectBody, check.data] });
    return null;
  }
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
        onTake={take}
        onRemove={(index) => onChange({ expectBody: expectBody.filter((_, at) => at !== index) })}
      />
    </>
  );
}
