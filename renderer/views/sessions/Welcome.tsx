import { useState } from "react";
import { Icon } from "../../components/Icon.tsx";
import { engine } from "../../state/engine.ts";
import { notifyError } from "../../state/notices.ts";
import { startDemo } from "../../state/run.ts";

const FIRST_DEMO = "connection-pool";

/** An empty library says what can be done, instead of that it is empty. */
export function Welcome() {
  const [starting, setStarting] = useState(false);

  async function demo(): Promise<void> {
    setStarting(true);
    try {
      const scenarios = await engine.call("lab:list", null);
      const scenario = scenarios.find(({ id }) => id === FIRST_DEMO) ?? scenarios[0];
      if (scenario !== undefined) await startDemo({ scenario: scenario.id, dose: null });
    } catch (error) {
      notifyError("The demo could not be started", error);
    }
    setStarting(false);
  }

  return (
    <div className="page welcome">
      <h1>Why did my throughput go flat?</h1>
      <p className="lead">
        Plateau loads a service level by level, watches the machine while it does, and names what holds it back, with evidence.
      </p>
      <Sketch />
      <ol className="welcome-ways">
        <li>
          <h2>Load a URL</h2>
          <p>One address, rising connections, about a minute and a half.</p>
          <a className="button primary" href="#/plan">
            <Icon name="plus" /> Plan a run
          </a>
        </li>
        <li>
          <h2>Try the demo</h2>
          <p>A built-in server whose connection pool is too small. See it found.</p>
          <button type="button" className="button" disabled={starting} onClick={() => void demo()}>
            <Icon name="play" /> {starting ? "Starting" : "Run the demo"}
          </button>
        </li>
        <li>
          <h2>Visit the lab</h2>
          <p>More servers, each sick in its own way: locks, pools, thrashing threads.</p>
          <a className="button" href="#/lab">
            <Icon name="flask" /> Open the lab
          </a>
        </li>
      </ol>
    </div>
  );
}

/** The whole idea in one line: growth, a knee, a plateau. */
function Sketch() {
  return (
    <svg className="sketch" viewBox="0 0 720 150" role="img" aria-label="Throughput grows with connections up to a knee, then stays flat.">
      <rect className="sketch-flat" x="230" y="14" width="480" height="116" />
      <path className="sketch-ideal" d="M10 130L300 14" />
      <path className="sketch-curve" d="M10 130L200 54Q230 42 260 42H710" />
      <line className="sketch-base" x1="10" x2="710" y1="130" y2="130" />
      <circle className="sketch-knee" cx="230" cy="45" r="5" />
      <text x="238" y="68">
        knee
      </text>
      <text x="700" y="30" textAnchor="end">
        plateau
      </text>
      <text x="700" y="146" textAnchor="end">
        connections
      </text>
    </svg>
  );
}
