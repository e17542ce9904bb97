import { type Objective, objectiveText, parseObjective } from "../../../app/model/objective.ts";
import type { Draft } from "./draft.ts";
import { read } from "./read.ts";
import { TextChips } from "./TextChips.tsx";

interface Props {
  readonly draft: Draft;
  readonly error: string | undefined;
  readonly onChange: (part: Partial<Draft>) => void;
}

type Switch = "findCapacity" | "adaptive" | "shuffle" | "repeatFirst";
const SWITCHES: readonly { field: Switch; name: string; says: string; closedOnly: boolean }[] = [
  {
    field: "findCapacity",
    name: "Find the capacity",
    says: "Doubles the connections until an objective is missed, then closes in; begins with the first level.",
    closedOnly: true,
  },
  {
    field: "adaptive",
    name: "Sharpen the knee",
    says: "After the levels, measures again around the knee, and longer where it is unsure.",
    closedOnly: true,
  },
  {
    field: "shuffle",
    name: "Shuffle the levels",
    says: "Runs them in a random order of the seed, so that a drift does not look like a law.",
    closedOnly: false,
  },
  {
    field: "repeatFirst",
    name: "Repeat the first level",
    says: "Runs it again at the end: has the target changed meanwhile?",
    closedOnly: false,
  },
];

/** What must hold, and how the levels are chosen. */
export function GoalFields({ draft, error, onChange }: Props) {
  const { objectives, model } = draft;
  function add(added: readonly Objective[]): void {
    onChange({ objectives: [...new Map([...objectives, ...added].map((each) => [objectiveText(each), each])).values()] });
  }
  return (
    <>
      <TextChips
        label="Objectives"
        items={objectives.map(objectiveText)}
        placeholder="p90<31ms"
        hint="p90<31ms, mean<50ms, errors<1%, throughput>200: what must hold for a load to count as carried."
        error={error}
        parse={(text) => read(() => parseObjective(text))}
        onAdd={add}
        onRemove={(index) => onChange({ objectives: objectives.filter((_, at) => at !== index) })}
      />
      <div className="switches">
        {SWITCHES.filter(({ closedOnly }) => !closedOnly || model === "closed").map(({ field, name, says }) => (
          <label key={field} className="check">
            <input
              type="checkbox"
              checked={draft[field]}
              disabled={draft.findCapacity && field !== "findCapacity"}
              onChange={({ target }) => onChange({ [field]: target.checked })}
            />
            <span>
              {name} <span className="hint">{says}</span>
            </span>
          </label>
        ))}
      </div>
    </>
  );
}
