const MOST = 10_000;

/** The next number up in steps of about a tenth to a quarter: 1, 2 .. 10, 12, 14 .. 50, 55, 60 .. 100, 110. */
export function more(connections: number): number {
  const step = stepAt(connections);
  return Math.min(MOST, (Math.floor(connections / step) + 1) * step);
}

export function fewer(connections: number): number {
  const step = stepAt(Math.max(1, connections - 1));
  return Math.max(1, (Math.ceil(connections / step) - 1) * step);
}

function stepAt(connections: number): number {
  if (connections < 10) return 1;
  const power = 10 ** Math.floor(Math.log10(connections));
  return connections < 5 * power ? power / 5 : power / 2;
}
