import { type Axis, type Figure, FONT_PX, type Mark, type Panel, type Text } from "./figure.ts";
import { AXIS, colour, DASHES, GRID, labelColour, pointInk, SHAPES } from "./palette.ts";

const FONT = "Inter, 'Inter Variable', system-ui, sans-serif";

/** A figure as SVG text that stands alone: for reports and for tests by picture. */
export function svgOf(figure: Figure): string {
  const { width, height, title, description, panels, marks } = figure;
  const backs = marks.filter(isBack);
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="${FONT}" font-size="${FONT_PX}">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(description)}</desc>`,
    ...backs.map(markText),
    ...panels.flatMap(panelText),
    ...marks.filter((mark) => !isBack(mark)).map(markText),
    "</svg>",
  ];
  return `${lines.join("\n")}\n`;
}

/** Shading lies under the grid; everything else above it. */
export function isBack(mark: Mark): boolean {
  return mark.kind === "band" || mark.kind === "area";
}

function panelText({ box, x, y }: Panel): string[] {
  const rows = y.ticks.map(({ at, label }) => [
    `<line x1="${box.left}" x2="${box.right}" y1="${at}" y2="${at}" stroke="${GRID}"/>`,
    ...(label === "" ? [] : [text({ x: box.left - 7, y: at + 4, text: label, anchor: "end" }, colour("muted"))]),
  ]);
  const columns = x.ticks.map(({ at, label }) => [
    `<line x1="${at}" x2="${at}" y1="${box.bottom}" y2="${box.bottom + 4}" stroke="${AXIS}"/>`,
    ...(label === "" ? [] : [text({ x: at, y: box.bottom + 15, text: label, anchor: "middle" }, colour("muted"))]),
  ]);
  const base = `<line x1="${box.left}" x2="${box.right}" y1="${box.bottom}" y2="${box.bottom}" stroke="${AXIS}"/>`;
  return [...rows.flat(), ...columns.flat(), base, ...titles(x, y)];
}

function titles(x: Axis, y: Axis): string[] {
  return [
    ...(x.title === null ? [] : [text(x.title, colour("muted"))]),
    ...(y.title === null ? [] : [text(y.title, colour("ink"), ' font-weight="600"')]),
  ];
}

function markText(mark: Mark): string {
  switch (mark.kind) {
    case "band":
      return `<rect x="${mark.x}" y="${mark.y}" width="${mark.width}" height="${mark.height}" fill="${colour(mark.tone)}"/>`;
    case "area":
      return `<path d="${mark.d}" fill="${colour(mark.tone)}"/>`;
    case "path":
      return `<path d="${mark.d}" fill="none" stroke="${colour(mark.tone)}" stroke-width="1.6" stroke-linejoin="round" stroke-linecap="round"${dash(mark.dash)}/>`;
    case "rule":
      return `<line x1="${mark.x1}" y1="${mark.y1}" x2="${mark.x2}" y2="${mark.y2}" stroke="${colour(mark.tone)}" stroke-width="1.2"${dash(mark.dash)}/>`;
    case "point": {
      const { fill, stroke, width } = pointInk(mark.tone, mark.hollow);
      return `<path transform="translate(${mark.x},${mark.y})" d="${SHAPES[mark.shape]}" fill="${fill}" stroke="${stroke}"${width === 1 ? "" : ` stroke-width="${width}"`}>${mark.says === "" ? "" : `<title>${escaped(mark.says)}</title>`}</path>`;
    }
    case "label":
      return text(mark, labelColour(mark.tone));
  }
}

function text({ x, y, text: words, anchor }: Text, fill: string, more = ""): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" fill="${fill}"${more}>${escaped(words)}</text>`;
}

function dash(kind: keyof typeof DASHES): string {
  const pattern = DASHES[kind];
  return pattern === undefined ? "" : ` stroke-dasharray="${pattern}"`;
}

/** Text that came from outside (a name, a URL) cannot become markup. Control characters, which XML forbids, become spaces. */
function escaped(words: string): string {
  const visible = Array.from(words, (character) => (character < " " && character !== "\n" ? " " : character)).join("");
  return visible.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
