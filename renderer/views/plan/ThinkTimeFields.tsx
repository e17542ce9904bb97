import { useMemo, useState } from "react";
import { thinkTimeDensity } from "../../../app/figures/thinkTimeDensity.ts";
import { thinkTimeWords } from "../../../app/figures/thinkTimeWords.ts";
import { parseThinkTime, sameThinkTime, ThinkTime, thinkTimeText } from "../../../app/model/thinkTime.ts";
import { FigureView } from "../../charts/FigureView.tsx";
import { Icon } from "../../components/Icon.tsx";
import { parseMilliseconds } from "./durationText.ts";
import { type Read, read } from "./read.ts";
import { TextChips } from "./TextChips.tsx";
import { TextField } from "./TextField.tsx";

interface Props {
  readonly thinkTimes: readonly ThinkTime[];
  readonly error: string | undefined;
  readonly onChange: (thinkTimes: ThinkTime[]) => void;
}

const MOST = 20;
const SMALL = { width: 190, height: 70 };
const KINDS: readonly { kind: ThinkTime["kind"]; name: string; fields: readonly (keyof typeof LABELS)[] }[] = [
  { kind: "constant", name: "Constant", fields: ["meanMs"] },
  { kind: "exponential", name: "Exponential", fields: ["meanMs"] },
  { kind: "uniform", name: "Uniform", fields: ["fromMs", "toMs"] },
  { kind: "normal", name: "Normal", fields: ["meanMs", "deviationMs"] },
  { kind: "lognormal", name: "Lognormal", fields: ["meanMs", "deviationMs"] },
];
const LABELS = { meanMs: "Mean", fromMs: "From", toMs: "To", deviationMs: "Deviation" } as const;

/** Pauses between an answer and the next request: typed as on the command line, or put together by fields; each drawn as it will come. */
export function ThinkTimeFields({ thinkTimes, error, onChange }: Props) {
  function add(added: readonly ThinkTime[]): void {
    const all = [...thinkTimes, ...added];
    onChange(all.filter((each, at) => all.findIndex((other) => sameThinkTime(other, each)) === at).slice(0, MOST));
  }
  const remove = (index: number) => onChange(thinkTimes.filter((_, at) => at !== index));
  return (
    <>
      <TextChips
        label="Think times"
        items={thinkTimes.map(thinkTimeText)}
        placeholder="exp:50ms"
        hint="none, 5ms, exp:50ms, uniform:20ms..80ms, normal:50ms~10ms, lognormal:50ms~30ms. Several are run one after the other, each at every number of connections."
        error={error}
        parse={parse}
        onAdd={add}
        onRemove={remove}
      />
      {thinkTimes.length > 0 && (
        <ul className="densities" aria-label="Chosen think times">
          {thinkTimes.map((thinkTime) => (
            <li key={thinkTimeText(thinkTime)}>
              <p className="hint">{thinkTimeWords(thinkTime)}</p>
              {thinkTime.kind !== "none" && <FigureView figure={thinkTimeDensity(thinkTime, SMALL)} />}
            </li>
          ))}
        </ul>
      )}
      <ByFields onAdd={(thinkTime) => add([thinkTime])} />
    </>
  );
}

function parse(text: string): Read<ThinkTime> {
  if (text.startsWith("file:")) return { value: null, refusal: "A file of pauses is read on the command line only." };
  return read(() => parseThinkTime(text));
}

function ByFields({ onAdd }: { readonly onAdd: (thinkTime: ThinkTime) => void }) {
  const [kind, setKind] = useState<ThinkTime["kind"]>("exponential");
  const [texts, setTexts] = useState({ meanMs: "50ms", fromMs: "20ms", toMs: "80ms", deviationMs: "10ms" });
  const chosen = KINDS.find((each) => each.kind === kind) ?? KINDS[0];
  const fields = chosen?.fields ?? [];
  const made = useMemo(
    () => ThinkTime.safeParse(Object.fromEntries([["kind", kind], ...fields.map((field) => [field, parseMilliseconds(texts[field])])])),
    [kind, texts, fields],
  );
  const figure = useMemo(() => (made.success ? thinkTimeDensity(made.data, { width: 300, height: 84 }) : null), [made]);
  const own = made.success ? undefined : made.error.issues.find(({ code }) => code === "custom")?.message;
  return (
    <fieldset className="by-fields">
      <legend className="label">By its numbers</legend>
      <div className="field">
        <label htmlFor="think-kind">Distribution</label>
        <select id="think-kind" className="input" value={kind} onChange={({ target }) => setKind(target.value as ThinkTime["kind"])}>
          {KINDS.map((each) => (
            <option key={each.kind} value={each.kind}>
              {each.name}
            </option>
          ))}
        </select>
      </div>
      {fields.map((field) => (
        <TextField
          key={field}
          label={LABELS[field]}
          value={texts[field]}
          error={parseMilliseconds(texts[field]) === null ? "A time like 50ms." : undefined}
          onChange={(text) => setTexts({ ...texts, [field]: text })}
        />
      ))}
      <button type="button" className="button" disabled={!made.success} onClick={() => made.success && onAdd(made.data)}>
        <Icon name="plus" /> Add
      </button>
      <div className="by-fields-curve">
        {figure !== null && <FigureView figure={figure} />}
        {own !== undefined && <p className="hint wrong">{own}</p>}
      </div>
    </fieldset>
  );
}
