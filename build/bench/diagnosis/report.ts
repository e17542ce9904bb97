import { BOTTLENECK_IDS, type VerdictId } from "../../../app/model/finding.ts";
import type { Proof } from "./case.ts";
import type { Judged } from "./judge.ts";
import { isHit, type Score, type Verdicted } from "./score.ts";

/** One judged run, with all that the report tells of it. */
export interface Result extends Verdicted, Judged {
  readonly run: number;
  readonly session: string;
  readonly software: string;
  readonly expectedWarning: string | null;
  readonly proof: Proof;
}

const ORDER: readonly VerdictId[] = [...BOTTLENECK_IDS, "healthy", "inconclusive"];

export function markdownReport(options: {
  score: Score;
  results: readonly Result[];
  rules: string;
  left: readonly { readonly what: string; readonly why: string }[];
}): string {
  const { score, results, rules, left } = options;
  const calmRuns = results.filter(({ disturbed }) => !disturbed);
  const warned = results.filter(({ expectedWarning }) => expectedWarning !== null);
  const lines = [
    "# Diagnosis against targets with a known disease",
    "",
    `${score.runs} runs of ${score.cases} cases, rules ${rules}.`,
    "",
    ...table(
      ["what", "value"],
      [
        ["right (top-1 accuracy)", share(score.hits, score.runs)],
        ["right, of the runs nobody disturbed", share(calmRuns.filter(isHit).length, calmRuns.length)],
        ["right, and the verdict that says most", share(score.exact, score.runs)],
        ["inconclusive where something could be said", share(score.abstentions, score.runs)],
        ["wrong", share(score.wrong, score.runs)],
        ["false bottlenecks on healthy targets", share(score.falseBottlenecks, score.healthyRuns)],
        ["sick targets called healthy", share(score.missed, score.runs - score.healthyRuns)],
        ["expected warnings given", share(warned.filter((r) => r.warnings.some((id) => id === r.expectedWarning)).length, warned.length)],
        [
          "median time to the verdict that stays",
          score.medianStableSeconds === null ? "-" : `${score.medianStableSeconds.toFixed(1)} s of load`,
        ],
        ["distance of confidence from hit rate", score.calibrationError === null ? "-" : score.calibrationError.toFixed(3)],
        ["runs disturbed by other programs or the hypervisor", share(results.filter(({ disturbed }) => disturbed).length, score.runs)],
      ],
    ),
    "",
    "## Expected (rows) against verdict (columns)",
    "",
    ...confusion(score),
    "",
    "## Reliability",
    "",
    ...table(
      ["confidence", "runs", "mean confidence", "right"],
      score.reliability.map((bin) => [
        `${bin.from} to ${bin.to}`,
        String(bin.runs),
        bin.meanConfidence.toFixed(2),
        share(bin.hits, bin.runs),
      ]),
    ),
    "",
    "## Cases",
    "",
    ...table(["case", "software", "right verdicts", "verdicts (confidence)", "stable after"], perCase(results)),
    "",
    "## Not right",
    "",
    ...results
      .filter((one) => !isHit(one))
      .map(
        (one) => `- ${one.case} run ${one.run} (${one.session}): ${one.verdict}. ${one.summary} Counted by the target: ${told(one.proof)}`,
      ),
    "",
    "## What the targets counted themselves",
    "",
    ...[...new Map(results.map((one) => [one.case, one])).values()].map((one) => `- ${one.case}: ${told(one.proof)}`),
    "",
    "## Not staged",
    "",
    ...left.map(({ what, why }) => `- ${what}: ${why}`),
    "",
  ];
  return lines.join("\n");
}

function confusion({ confusion: cells }: Score): string[] {
  const rows = ORDER.filter((id) => cells.some(({ expected }) => expected === id));
  const columns = ORDER.filter((id) => cells.some(({ verdict }) => verdict === id));
  const count = (expected: VerdictId, verdict: VerdictId): string =>
    String(cells.find((cell) => cell.expected === expected && cell.verdict === verdict)?.runs ?? ".");
  return table(
    ["", ...columns],
    rows.map((expected) => [expected, ...columns.map((verdict) => count(expected, verdict))]),
  );
}

function perCase(results: readonly Result[]): string[][] {
  return [...new Set(results.map((one) => one.case))].map((id) => {
    const own = results.filter((one) => one.case === id);
    const [first] = own as [Result];
    const verdicts = [...new Set(own.map(({ verdict }) => verdict))].map((verdict) => {
      const same = own.filter((one) => one.verdict === verdict);
      const marks = same.map(({ confidence }) => confidence.toFixed(2)).join(", ");
      return `${isHit(same[0] as Result) ? "" : "**"}${verdict}${isHit(same[0] as Result) ? "" : "**"} x${same.length} (${marks})`;
    });
    const stable = own.map(({ stableAfterSeconds }) => stableAfterSeconds.toFixed(0)).join(", ");
    return [id, first.software, first.right.join(" or "), verdicts.join("; "), `${stable} s`];
  });
}

const told = (proof: Proof): string => {
  const words = Object.entries(proof).map(([name, value]) => `${name} ${typeof value === "number" ? Number(value.toPrecision(4)) : value}`);
  return words.length === 0 ? "nothing" : words.join(", ");
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
}

function share(part: number, whole: number): string {
  return whole === 0 ? "-" : `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`;
}
