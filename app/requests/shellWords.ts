import { PlateauError } from "../model/errors.ts";

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", a: "\x07", b: "\b", e: "\x1b", f: "\f", v: "\v", 0: "\0" };

/**
 * The words of the commands in a text, as a POSIX shell and bash's $'...' divide them; nothing is expanded. A line that ends in \ goes on in
 * the next; a line break, ; or & outside quotes ends a command, and # begins a comment.
 * @throws PlateauError PLAN_INVALID if a quote is never closed
 */
export function shellCommands(text: string): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word: string | null = null;
  const endWord = (): void => {
    if (word !== null) words.push(word);
    word = null;
  };
  const endCommand = (): void => {
    endWord();
    if (words.length > 0) commands.push(words);
    words = [];
  };
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (char === "\\") {
      const lineBreak = /^\r?\n/.exec(text.slice(i + 1, i + 3))?.[0];
      if (lineBreak === undefined) word = (word ?? "") + (text[i + 1] ?? "");
      i += lineBreak?.length ?? 1;
    } else if (char === "'" || char === '"' || (char === "$" && text[i + 1] === "'")) {
      const read = char === "'" ? single(text, i + 1) : char === '"' ? double(text, i + 1) : ansi(text, i + 2);
      word = (word ?? "") + read.text;
      i = read.end;
    } else if (char === " " || char === "\t") endWord();
    else if (char === "\n" || char === "\r" || char === ";" || char === "&") endCommand();
    else if (char === "#" && word === null) i += (/^[^\r\n]*/.exec(text.slice(i))?.[0].length ?? 1) - 1;
    else word = (word ?? "") + char;
  }
  endCommand();
  return commands;
}

interface Quoted {
  readonly text: string;
  readonly end: number; // index of the closing quote
}

function single(text: string, from: number): Quoted {
  const end = text.indexOf("'", from);
  if (end < 0) throw unclosed("'", text, from);
  return { text: text.slice(from, end), end };
}

function double(text: string, from: number): Quoted {
  let read = "";
  for (let i = from; i < text.length; i++) {
    const char = text[i] as string;
    const next = text[i + 1] ?? "";
    if (char === '"') return { text: read, end: i };
    if (char !== "\\" || !/["\\$`\r\n]/.test(next)) read += char;
    else {
      const lineBreak = /^\r?\n/.exec(text.slice(i + 1, i + 3))?.[0];
      read += lineBreak === undefined ? next : "";
      i += lineBreak?.length ?? 1;
    }
  }
  throw unclosed('"', text, from);
}

/** bash's $'...': \n \t \' \\ \xHH \uHHHH \UHHHHHHHH and octal. */
function ansi(text: string, from: number): Quoted {
  let read = "";
  for (let i = from; i < text.length; i++) {
    const char = text[i] as string;
    if (char === "'") return { text: read, end: i };
    if (char !== "\\") {
      read += char;
      continue;
    }
    const rest = text.slice(i + 1, i + 10);
    const code = /^(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|U([0-9a-f]{1,8})|([0-7]{1,3}))/i.exec(rest);
    const hex = code?.[1] ?? code?.[2] ?? code?.[3];
    const point = hex === undefined ? Number.parseInt(code?.[4] ?? "", 8) : Number.parseInt(hex, 16);
    read += code === null ? (ESCAPES[rest[0] ?? ""] ?? rest[0] ?? "") : String.fromCodePoint(Math.min(point, 0x10ffff));
    i += code === null ? 1 : code[0].length;
  }
  throw unclosed("$'", text, from);
}

function unclosed(quote: string, text: string, from: number): PlateauError {
  return new PlateauError(
    "PLAN_INVALID",
    `${quote}${text.slice(from, from + 20)}... : the quote is never closed (a whole command would be right)`,
  );
}
