import { useEffect, useState } from "react";
import type { LabScenario } from "../../app/model/lab.ts";
import { Icon } from "../components/Icon.tsx";
import { engine } from "../state/engine.ts";
import { messageOf, notifyError } from "../state/notices.ts";
import { startDemo } from "../state/run.ts";

/** Built-in servers, each with one disease on purpose: to learn what it looks like, and to see that Plateau finds it. */
export function LabView() {
  const [scenarios, setScenarios] = useState<readonly LabScenario[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [starting, setStarting] = useState<string | null>(null);

  useEffect(() => {
    engine.call("lab:list", null).then(setScenarios, (error) => setFailure(messageOf(error)));
  }, []);

  function run(scenario: string, dose: number | null): void {
    setStarting(scenario);
    startDemo({ scenario, dose })
      .catch((error) => notifyError("The demo could not be started", error))
      .finally(() => setStarting(null));
  }

  return (
    <div className="page">
      <div>
        <h1>Lab</h1>
        <p className="lead">Servers on this machine that are sick on purpose. Load one, watch the curves bend, and see the cause named.</p>
      </div>
      {failure !== null && <p className="refusal">{failure}</p>}
      <ul className="lab">
        {scenarios?.map((scenario) => (
          <Scenario key={scenario.id} scenario={scenario} busy={starting !== null} starting={starting === scenario.id} onRun={run} />
        ))}
      </ul>
    </div>
  );
}

interface Props {
  readonly scenario: LabScenario;
  readonly busy: boolean;
  readonly starting: boolean;
  readonly onRun: (scenario: string, dose: number | null) => void;
}

function Scenario({ scenario: { id, title, explains, dose }, busy, starting, onRun }: Props) {
  const [value, setValue] = useState(dose === null ? "" : String(dose.value));
  const number = Number(value);
  const valid = dose === null || (Number.isInteger(number) && number >= 1 && number <= 256);
  return (
    <li className="lab-row">
      <h2>{title}</h2>
      <p>{explains}</p>
      <form
        className="lab-run"
        onSubmit={(event) => {
          event.preventDefault();
          if (valid) onRun(id, dose === null ? null : number);
        }}
      >
        {dose !== null && (
          <label className="dose">
            <span>{dose.name}</span>
            <input
              className="input"
              type="number"
              min={1}
              max={256}
              value={value}
              aria-invalid={!valid}
              onChange={({ target }) => setValue(target.value)}
            />
          </label>
        )}
        <button type="submit" className="button" disabled={busy} aria-label={`Run ${title}`}>
          <Icon name="play" /> {starting ? "Starting" : "Run"}
        </button>
      </form>
    </li>
  );
}
