import { short } from "../../../app/figures/quantity.ts";
import { Segments } from "../../components/Segments.tsx";
import type { Draft } from "./draft.ts";
import type { Read } from "./read.ts";
import { TextChips } from "./TextChips.tsx";
import { TextField } from "./TextField.tsx";

interface Props {
  readonly draft: Pick<Draft, "rates" | "arrivals" | "maxConnections">;
  readonly errors: Partial<Record<keyof Draft, string>>;
  readonly onChange: (part: Partial<Draft>) => void;
}

const MOST_PER_SECOND = 100_000;
const MOST_LEVELS = 100;

/** The open model: requests come when they come, whether or not the ones before were answered. */
export function ArrivalFields({ draft, errors, onChange }: Props) {
  const { rates, arrivals, maxConnections } = draft;
  return (
    <>
      <TextChips
        label="Arrivals per second, level by level"
        items={rates.map(short)}
        placeholder="50 100 200"
        hint="Requests arrive at this rate whatever the answers do: what many independent users look like to a service."
        error={errors.rates}
        parse={parse}
        onAdd={(added) => onChange({ rates: [...new Set([...rates, ...added])].sort((a, b) => a - b).slice(0, MOST_LEVELS) })}
        onRemove={(index) => onChange({ rates: rates.filter((_, at) => at !== index) })}
      />
      <div className="four-fields">
        <div className="field">
          <span className="label">Arrivals</span>
          <Segments
            name="arrivals"
            legend="How arrivals follow one another"
            value={arrivals}
            options={[
              { value: "poisson", text: "Poisson", title: "At random, as independent users come: bunches and gaps" },
              { value: "constant", text: "Constant", title: "At equal distances" },
            ]}
            onChange={(value) => onChange({ arrivals: value })}
          />
        </div>
        <TextField
          label="At most so many connections"
          value={maxConnections}
          error={errors.maxConnections}
          hint="Arrivals beyond them wait, and their waiting counts."
          onChange={(value) => onChange({ maxConnections: value })}
        />
      </div>
    </>
  );
}

function parse(text: string): Read<number> {
  const rate = Number(text.replace(/\/s$/, ""));
  if (rate > 0 && rate <= MOST_PER_SECOND) return { value: rate, refusal: null };
  return { value: null, refusal: `${text}: a rate is a number above 0, at most ${MOST_PER_SECOND} arrivals per second.` };
}
