import { csvRecords } from "../csv/csvRecords.ts";
import { PlateauError } from "../model/errors.ts";
import type { LevelTotals } from "../model/levelTotals.ts";
import { LevelTotals as Totals } from "../model/levelTotals.ts";

/** One row: a level by its connections, and what is known of it. */
export interface ToldLevel {
  readonly connections: number;
  readonly totals: LevelTotals;
}

type Values = { readonly [column in Column]?: number };
type Column = keyof typeof COLUMNS;

/** The columns a table may have, and the names people give them, in small letters without signs. */
const COLUMNS = {
  connections: ["connections", "concurrency", "clients", "users", "threads", "c", "n"],
  throughputRps: ["throughputrps", "throughput", "rps", "requestspersecond", "requestssec", "reqs", "x"],
  seconds: ["seconds", "durationseconds", "measuredseconds", "s"],
  requests: ["requests", "samples", "hits"],
  errors: ["errors", "failures", "failed"],
  meanLatencyMs: ["meanlatencyms", "latencyms", "meanms", "mean", "avg", "latency", "averagems"],
  stdevMs: ["stdevms", "stdev", "sd"],
  minMs: ["minms", "min"],
  p50Ms: ["p50ms", "p50", "median", "medianms"],
  p75Ms: ["p75ms", "p75"],
  p90Ms: ["p90ms", "p90"],
  p95Ms: ["p95ms", "p95"],
  p99Ms: ["p99ms", "p99"],
  p999Ms: ["p999ms", "p999"],
  maxMs: ["maxms", "max"],
  us: ["us", "user"],
  sy: ["sy", "system"],
  id: ["id", "idle"],
  busy: ["busy", "busypercent", "cpubusypercent", "cpu"],
  wa: ["wa", "iowait"],
  st: ["st", "steal"],
  cs: ["cs", "contextswitches", "contextswitchespersecond"],
  gc: ["gc", "gcshare", "collectortimeshare"],
} as const;

/**
 * Reads a plain table of levels from CSV: a header row, then a row a level.
 * `connections` and `throughputRps` must be there; times in ms, `us sy id wa st` in percent of all cores as vmstat prints them, `cs` per
 * second, `busy` what is not idle, `gc` the share (0..1) of the target's time spent collecting garbage. An empty cell is not known.
 * @throws PlateauError IMPORT_INVALID "line n : ..."
 */
export function readLevelTable(csv: string): ToldLevel[] {
  const [header, ...rows] = records(csv);
  if (header === undefined) throw refused("line 1", "nothing there", RIGHT);
  const columns = header.cells.map((cell, i) => columnOf(cell, `line ${header.line}, column ${i + 1}`));
  for (const needed of ["connections", "throughputRps"] as const)
    if (!columns.includes(needed)) throw refused(`line ${header.line}`, `no column "${needed}"`, RIGHT);
  const twice = columns.find((column, i) => columns.indexOf(column) < i);
  if (twice !== undefined) throw refused(`line ${header.line}`, `two columns for ${twice}`, "one column each");
  if (rows.length === 0) throw refused(`line ${header.line + 1}`, "no level follows the header row", "a row per level");
  const levels = rows.map(({ cells, line }) => levelOf(valuesOf(columns, cells, line), line));
  const again = levels.find(({ connections }, i) => levels.findIndex((level) => level.connections === connections) < i);
  if (again !== undefined) throw refused("connections", `${again.connections} comes twice`, "each number of connections once");
  return levels;
}

const RIGHT = "a header row like connections,throughputRps,meanLatencyMs,us,sy,id,wa,cs, then a row per level";

function records(csv: string): ReturnType<typeof csvRecords> {
  try {
    return csvRecords(csv);
  } catch (error) {
    if (error instanceof PlateauError) throw new PlateauError("IMPORT_INVALID", error.message);
    throw error;
  }
}

function columnOf(cell: string, place: string): Column {
  const name = cell.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  const found = (Object.keys(COLUMNS) as Column[]).find((column) => (COLUMNS[column] as readonly string[]).includes(name));
  if (found === undefined)
    throw refused(place, `"${cell.trim().slice(0, 40)}" is no known column`, `one of ${Object.keys(COLUMNS).join(", ")}`);
  return found;
}

function valuesOf(columns: readonly Column[], cells: readonly string[], line: number): Values {
  if (cells.length !== columns.length)
    throw refused(
      `line ${line}`,
      `${cells.length} value(s) for ${columns.length} columns`,
      "a value, or nothing between two commas, for every column",
    );
  const values = columns.map((column, i): [Column, number | undefined] => {
    const text = (cells[i] ?? "").trim().replace(/\s*%$/, "");
    if (text === "" || text === "-") return [column, undefined];
    const value = Number(text);
    if (!Number.isFinite(value) || value < 0)
      throw refused(`line ${line}, ${column}`, `"${text.slice(0, 40)}" is no number of 0 or more`, "a plain number like 42.5");
    return [column, value];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Values;
}

function levelOf(values: Values, line: number): ToldLevel {
  const { connections, throughputRps, seconds, requests, errors = 0, us, sy, id, busy, wa, st, cs, gc, ...rest } = values;
  if (connections === undefined || !Number.isInteger(connections) || connections < 1)
    throw refused(`line ${line}, connections`, `"${connections ?? ""}" is no number of connections`, "a whole number from 1 on");
  if (throughputRps === undefined) throw refused(`line ${line}, throughputRps`, "is empty", "requests per second");
  const totals = Totals.safeParse({
    throughputRps,
    seconds,
    requests,
    latencyMs: {
      mean: rest.meanLatencyMs,
      stdev: rest.stdevMs,
      min: rest.minMs,
      p50: rest.p50Ms,
      p75: rest.p75Ms,
      p90: rest.p90Ms,
      p95: rest.p95Ms,
      p99: rest.p99Ms,
      p999: rest.p999Ms,
      max: rest.maxMs,
    },
    errors: { connect: 0, send: 0, receive: 0, timeout: 0, status: Math.round(errors), body: 0 },
    host: { us, sy, id: id ?? (busy === undefined ? undefined : 100 - busy), wa, st, contextSwitchesPerSecond: cs },
    collectorTimeShare: gc,
  });
  if (totals.success) return { connections, totals: totals.data };
  const [issue] = totals.error.issues;
  throw refused(`line ${line}`, `${String(issue?.path.at(-1) ?? "a value")}: ${issue?.message ?? "not possible"}`, RIGHT);
}

function refused(what: string, why: string, right: string): PlateauError {
  return new PlateauError("IMPORT_INVALID", `${what} : ${why} (${right})`);
}
