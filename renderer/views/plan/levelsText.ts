const MOST = 10_000;
const MOST_LEVELS = 100;

/**
 * Levels as people type them: "1 2 5, 10"; "10-50:10" in steps; "1-64" doubling. What cannot be read is given back as `rest`.
 */
export function parseLevels(text: string): { readonly levels: number[]; readonly rest: string } {
  const levels: number[] = [];
  const rest: string[] = [];
  for (const word of text.split(/[\s,;]+/).filter((each) => each !== "")) {
    const range = /^(\d+)(?:-|\.\.)(\d+)(?::(\d+))?$/.exec(word);
    if (range !== null) levels.push(...rangeOf(Number(range[1]), Number(range[2]), range[3] === undefined ? null : Number(range[3])));
    else if (/^\d+$/.test(word) && Number(word) >= 1 && Number(word) <= MOST) levels.push(Number(word));
    else rest.push(word);
  }
  return { levels: levels.filter((n) => n >= 1 && n <= MOST).slice(0, MOST_LEVELS), rest: rest.join(" ") };
}

function rangeOf(from: number, to: number, step: number | null): number[] {
  const levels: number[] = [];
  if (from < 1 || from > to || step === 0) return levels;
  for (let n = from; n < to && levels.length < MOST_LEVELS; n = step === null ? n * 2 : n + step) levels.push(n);
  return [...levels, to];
}

/** New levels take their place by size; each number once. */
export function withLevels(levels: readonly number[], added: readonly number[]): number[] {
  return [...new Set([...levels, ...added])].sort((a, b) => a - b).slice(0, MOST_LEVELS);
}

export const PRESETS: readonly { name: string; levels: readonly number[] }[] = [
  { name: "Quick", levels: [1, 4, 16, 64] },
  { name: "Standard", levels: [1, 2, 5, 10, 25, 50, 100] },
  { name: "Fine", levels: [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64] },
  { name: "Far", levels: [1, 4, 16, 64, 128, 256, 512, 1000] },
];
