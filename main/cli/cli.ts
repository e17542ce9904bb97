import { Command, CommanderError, Option } from "commander";
import { PlateauError } from "../../app/model/errors.ts";
import { PLATEAU_VERSION } from "../version.ts";
import { compare } from "./commands/compare.ts";
import { demo } from "./commands/demo.ts";
import { diagnose } from "./commands/diagnose.ts";
import { doctor } from "./commands/doctor.ts";
import { explain } from "./commands/explain.ts";
import { run } from "./commands/run.ts";
import { serve } from "./commands/serve.ts";
import { deleteSession, exportSession, sessions, show } from "./commands/sessions.ts";
import { whatIf } from "./commands/whatIf.ts";
import { EXIT } from "./exit.ts";
import { note, plain } from "./output.ts";
import type { StoreOption } from "./store.ts";

const collected = (value: string, before: readonly string[] = []): string[] => [...before, value];

/** The whole command line; each command is a function that resolves with the exit status. */
function program(finished: (status: number) => void): Command {
  const does =
    <A extends unknown[]>(command: (...args: A) => number | Promise<number>) =>
    async (...args: unknown[]): Promise<void> =>
      finished(await command(...(args.slice(0, -1) as A))); // commander adds itself as the last argument
  const db = (): Option => new Option("--db <file>", "the session store (default: the user's data folder, or PLATEAU_HOME)");
  const json = (): Option => new Option("--json [file]", "the result as JSON, to a file or standard output");
  const plateau = new Command("plateau")
    .description("Why did my throughput go flat? Loads a URL level by level, watches the host, names the bottleneck.")
    .version(PLATEAU_VERSION)
    .showSuggestionAfterError(false);
  withRunOptions(
    plateau
      .command("run")
      .argument("[url]", "what to load: http://localhost:8080/, or unix:/run/app.sock:/path")
      .description("load the target level by level, diagnose, save the session"),
  )
    .option("--against <url>", "load this one too, by turns at every level, and compare: a noisy machine then meets both alike")
    .addOption(json())
    .addOption(db())
    .action(does(run));
  withRunOptions(plateau.command("demo").argument("[scenario]").description("the same against a built-in server with a known bottleneck"))
    .option("--dose <n>", "how much of the disease: a pool's size, say")
    .addOption(json())
    .addOption(db())
    .action(does(demo));
  plateau.command("sessions").description("list saved sessions").addOption(json()).addOption(db()).action(does(sessions));
  plateau
    .command("show")
    .argument("<id>", "a session's id, its beginning, or last")
    .description("summary and diagnosis of a saved session")
    .addOption(json())
    .addOption(db())
    .action(does(show));
  plateau
    .command("diagnose")
    .argument("[files...]", "CSV: connections,throughputRps[,meanLatencyMs][,us,sy,id,wa,cs], a row a level")
    .description("what can be said of levels that another tool measured")
    .option("-H, --header <header>", "'Name: value' that every request carried; may be repeated", collected)
    .option("--cores <n>", "of the target's host")
    .addOption(json())
    .action(does(diagnose));
  plateau
    .command("what-if")
    .argument("<id>", "a session's id, its beginning, or last")
    .description("what the target would do with a larger pool, more cores, or users that think longer")
    .option("--places <n>", "requests let in at a time: the size of the pool, the number of workers")
    .option("--cores <n>", "of the target's host")
    .option("--think <time>", "mean pause of a user")
    .option("-c, --connections <list>", "default: the session's")
    .addOption(json())
    .addOption(db())
    .action(does(whatIf));
  plateau
    .command("explain")
    .argument("[id]", "of a finding; without one, all are listed")
    .description("the handbook: what a finding is, how it shows, how to confirm and to fix it")
    .addOption(json())
    .action(does(explain));
  plateau
    .command("compare")
    .argument("[ids...]", "two sessions, before and after: an id, its beginning, or last; more for a series")
    .description("how the second session differs from the first, level by level, and whether it is more than chance")
    .option("--report <file>", "write the comparison of two: FILE.html")
    .addOption(json())
    .addOption(db())
    .action(does(compare));
  plateau
    .command("export")
    .argument("<id>")
    .description("a saved session as a file for others")
    .requiredOption("--format <format>", "html or json")
    .option("--out <file>", "default: standard output")
    .addOption(db())
    .action(does(exportSession));
  plateau
    .command("delete")
    .argument("<id>")
    .description("delete a saved session")
    .option("--yes", "do not ask")
    .addOption(db())
    .action(does(deleteSession));
  plateau
    .command("serve")
    .description("the window's interface in a browser, on loopback, behind a one-time token")
    .option("--port <n>", "default: a free one")
    .option("--open", "open the browser")
    .addOption(db())
    .action(does(serve));
  plateau
    .command("start")
    .description("open the window, or the browser where there is none")
    .addOption(db())
    .action(does(async (options: StoreOption) => (await import("./commands/start.ts")).start(options)));
  plateau.command("doctor").description("what this machine offers a measurement").addOption(json()).addOption(db()).action(does(doctor));
  return plateau;
}

function withRunOptions(command: Command): Command {
  return command
    .option("-c, --connections <list>", "connections per level, like 1,2,5,10,25,50,100")
    .option("--think <list>", "think time: none, 50ms, exp:50ms, uniform:20ms..80ms, normal:50ms~10ms, lognormal:50ms~30ms, file:PATH")
    .option("--rate <list>", "arrivals per second instead of connections, like 50,100,200")
    .option("--arrivals <kind>", "of --rate: poisson or constant")
    .option("--max-connections <n>", "of --rate: never more than this")
    .option("--seed <n>", "of think times and arrivals")
    .option("-d, --duration <time>", "measured time per level")
    .option("-w, --warmup <time>", "per level, sent but not counted")
    .option("--cooldown <time>", "pause between levels")
    .option("-m, --method <method>", "GET, POST ...")
    .option("-H, --header <header>", "'Name: value'; may be repeated", collected)
    .option("-b, --body <text>", "request body, or @FILE")
    .option("--requests <file>", "several requests: HAR, Plateau's scenario JSON, or curl commands")
    .option("--users <file>", "CSV, a row per virtual user: {{column}} in path, headers and body")
    .option("--cookies <mode>", "keep what answers set: none, shared or per-connection")
    .option("--expect-status <list>", "like 200,201 or 2xx: anything else is an error")
    .option("--expect-body <check>", "text it contains, =text, /regexp/ or $.path=value; may be repeated", collected)
    .option("--session-cookie <name>", "each connection sends its own value of this cookie")
    .option("--no-keep-alive", "a new connection for every request")
    .option("--no-thread-dump", "leave the target's threads alone: no jcmd, py-spy, pprof or open inspector is asked")
    .option("--timeout <time>", "per request")
    .option("--slo <objective>", "like 'p90<31ms', 'errors<1%'; may be repeated; asks for the capacity under it", collected)
    .option("--find-capacity", "search the highest level that keeps every --slo, beginning with the first of --connections")
    .option("--adaptive", "after the levels: more around the knee, longer where it is unsure")
    .option("--shuffle", "levels in a random order (see --seed)")
    .option("--repeat-first", "the first level again at the end")
    .option("--experiments <list>", "after the levels, what decides between causes: none, auto, or ids (20 s each)")
    .option("--other-url <url>", "of the same server, for the experiment other-endpoint: /health, say")
    .option("--half-url <url>", "asks for half the work, for the experiment half-payload")
    .option("--threads <n>", "generator threads")
    .option("--pid <pid>", "sample this process as the target")
    .option("--allow-remote", "you may load a target that is not this machine")
    .option("--name <text>")
    .option("--note <text>")
    .option("--tag <text>", "may be repeated", collected)
    .option("--report <file>", "write a report: FILE.html")
    .option("--fail-on <list>", "finding ids or 'any': exit 3 when one is found at confidence 0.6 or more")
    .option("--no-progress", "no progress on standard error")
    .option("--quiet", "only the verdict");
}

const USAGE_CODES = new Set(["PLAN_INVALID", "TARGET_REMOTE", "CALL_INVALID"]);

export async function main(argv: readonly string[]): Promise<void> {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error; // `plateau sessions | head`: whoever reads has had enough
  });
  let status: number = EXIT.done;
  const plateau = program((code) => {
    status = code;
  });
  for (const command of [plateau, ...plateau.commands]) command.exitOverride().configureOutput({ writeErr: () => {} });
  try {
    await plateau.parseAsync(argv);
  } catch (error) {
    status = complain(error, plateau);
  }
  process.exitCode = status;
}

function complain(error: unknown, plateau: Command): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXIT.done; // --help, --version
    if (error.code === "commander.help") {
      note(plateau.helpInformation());
      return EXIT.usage;
    }
    note(`plateau: ${error.message.replace(/^error: /, "").replace(/\.$/, "")} : not understood (see plateau --help)`);
    return EXIT.usage;
  }
  if (error instanceof PlateauError) {
    note(`plateau: ${plain(error.message)}`); // it may quote a damaged file
    return USAGE_CODES.has(error.code) ? EXIT.usage : EXIT.failed;
  }
  throw error; // a bug: keep its stack
}
