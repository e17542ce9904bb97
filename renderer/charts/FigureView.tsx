import { memo } from "react";
import { type Figure, FONT_PX, type Mark, type Panel, type Text } from "../../app/figures/figure.ts";
import { AXIS, colour, DASHES, GRID, labelColour, pointInk, SHAPES } from "../../app/figures/palette.ts";
import { isBack } from "../../app/figures/svg.ts";

/** Draws a Figure as it is; everything was computed before. Drawn again only when the figure is another one. */
export const FigureView = memo(function FigureView({ figure }: { readonly figure: Figure }) {
  const { width, height, title, description, panels, marks } = figure;
  return (
    <svg
      className="figure"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fontSize={FONT_PX}
      role="img"
      aria-label={`${title}. ${description}`}
    >
      {marks.filter(isBack).map(drawMark)}
      {panels.map(drawPanel)}
      {marks.filter((mark) => !isBack(mark)).map(drawMark)}
    </svg>
  );
});

function drawPanel({ box, x, y }: Panel, index: number) {
  return (
    <g key={index}>
      {y.ticks.map(({ at, label }) => (
        <g key={at}>
          <line x1={box.left} x2={box.right} y1={at} y2={at} stroke={GRID} />
          {label !== "" && <Words x={box.left - 7} y={at + 4} text={label} anchor="end" fill={colour("muted")} />}
        </g>
      ))}
      {x.ticks.map(({ at, label }) => (
        <g key={at}>
          <line x1={at} x2={at} y1={box.bottom} y2={box.bottom + 4} stroke={AXIS} />
          {label !== "" && <Words x={at} y={box.bottom + 15} text={label} anchor="middle" fill={colour("muted")} />}
        </g>
      ))}
      <line x1={box.left} x2={box.right} y1={box.bottom} y2={box.bottom} stroke={AXIS} />
      {x.title !== null && <Words {...x.title} fill={colour("muted")} />}
      {y.title !== null && <Words {...y.title} fill={colour("ink")} strong />}
    </g>
  );
}

function drawMark(mark: Mark, index: number) {
  switch (mark.kind) {
    case "band":
      return <rect key={index} x={mark.x} y={mark.y} width={mark.width} height={mark.height} fill={colour(mark.tone)} />;
    case "area":
      return <path key={index} d={mark.d} fill={colour(mark.tone)} />;
    case "path":
      return (
        <path
          key={index}
          d={mark.d}
          fill="none"
          stroke={colour(mark.tone)}
          strokeWidth={1.6}
          strokeLinejoin="round"
          strokeLinecap="round"
          strokeDasharray={DASHES[mark.dash]}
        />
      );
    case "rule":
      return (
        <line
          key={index}
          x1={mark.x1}
          x2={mark.x2}
          y1={mark.y1}
          y2={mark.y2}
          stroke={colour(mark.tone)}
          strokeWidth={1.2}
          strokeDasharray={DASHES[mark.dash]}
        />
      );
    case "point": {
      const { fill, stroke, width } = pointInk(mark.tone, mark.hollow);
      return (
        <path
          key={index}
          transform={`translate(${mark.x},${mark.y})`}
          d={SHAPES[mark.shape]}
          fill={fill}
          stroke={stroke}
          strokeWidth={width}
        >
          {mark.says !== "" && <title>{mark.says}</title>}
        </path>
      );
    }
    case "label":
      return <Words key={index} {...mark} fill={labelColour(mark.tone)} />;
  }
}

function Words({ x, y, text, anchor, fill, strong = false }: Text & { readonly fill: string; readonly strong?: boolean }) {
  return (
    <text x={x} y={y} textAnchor={anchor} fill={fill} fontWeight={strong ? 600 : undefined}>
      {text}
    </text>
  );
}
