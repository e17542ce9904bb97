import { absent, noData, type Rule, suggested, supports } from "../rule.ts";

/** Every request is the same one. Real users differ, and caches know the difference. */
export const uniformRequests: Rule = {
  id: "uniform-requests",
  title: "Every request is the same",
  severity: "info",
  explanation:
    "One URL with one body is asked for again and again: whatever caches there are (the database's, the file system's, the processor's own) hold just that answer, and a row or file that all want may be locked where in production many different ones are asked for. The numbers hold for this request; for users they may be better or worse. It is harmless when the target's answer depends on nothing.",
  advice: [
    "Give several requests (--requests FILE), or values that differ by user (--users FILE with {{column}} in path, headers or body).",
    "Compare one URL with many: how far the two lie apart is what caches do for you.",
  ],
  judge({ plan, levels, openLevels }) {
    const measured = [...levels, ...openLevels];
    if (measured.length === 0) return noData("a measured level");
    if (measured.some(({ told }) => told)) return noData("which requests were sent: another tool sent them");
    const steps = plan.requests?.steps.length ?? 1;
    const varies = steps > 1 || plan.users !== null || plan.sessionCookie !== null || plan.cookies === "per-connection";
    const fact = {
      metric: "differentRequests",
      observed: steps,
      expected: "1, for every user alike",
      text: varies
        ? `Requests differ: ${steps} to choose from, or values of their own for each user.`
        : "One request was sent, the same for every connection.",
    };
    if (varies) return absent(fact);
    return {
      outcome: "present",
      confidence: 1,
      levels: measured.map(({ index }) => index),
      summary: "Every connection sent the same request: caches flatter the result, and a lock on what it asks for would spoil it.",
      evidence: [supports(fact)],
      experiments: [
        suggested("varied-requests", "Ask for many different items with the same plan: a much lower throughput shows what the cache does."),
      ],
    };
  },
};
