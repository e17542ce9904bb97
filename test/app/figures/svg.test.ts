import { describe, expect, it } from "vitest";
import type { Figure } from "../../../app/figures/figure.ts";
import { svgOf } from "../../../app/figures/svg.ts";

const withText = (text: string): Figure => ({
  width: 10,
  height: 10,
  title: text,
  description: text,
  panels: [],
  marks: [
    { kind: "label", tone: "ink", x: 1, y: 1, text, anchor: "start" },
    { kind: "point", tone: "p50", shape: "circle", x: 1, y: 1, says: text },
  ],
});

describe("svgOf()", () => {
  it("writes text that came from outside as text, never as markup", () => {
    const svg = svgOf(withText(`</svg><script>alert("1")</script>&\u0000`));
    expect(svg).not.toContain("<script");
    expect(svg).not.toContain("\u0000");
    expect(svg).toContain("&lt;/svg&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;");
  });

  it("follows the page's colours and falls back to paper", () =>
    expect(svgOf(withText("a"))).toMatch(/fill="var\(--figure-ink, #[0-9a-f]{6}\)"/));
});
