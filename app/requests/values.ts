import type { Users } from "../model/scenario.ts";

const WORD = 0x1_0000_0000;
const RANDOM_BELOW = 1_000_000_000;

/**
 * What the {{names}} of one virtual user stand for in a level: its row, what it took from answers, and Plateau's own three:
 * - uuid: a random one of version 4, never the same in two runs: it is there to be unique;
 * - random: a whole number from 0 to 999999999;
 * - counter: 1, 2, 3 ... for a single user; of N users number i counts i + 1, i + 1 + N, i + 1 + 2 N ..., so that no number comes twice.
 */
export class Values {
  private readonly row = new Map<string, string>();
  private readonly taken = new Map<string, string>();
  private readonly random: () => number;
  private readonly uuidRandom: () => number;
  private readonly countBy: number;
  private count: number;
  private uuid = "";
  private number = "";

  /** `user`: its number among `users`, from 0. */
  constructor(given: Users | null, user: number, users: number, random: () => number, uuidRandom: () => number) {
    const row = given?.rows[user % given.rows.length];
    given?.columns.forEach((column, i) => {
      this.row.set(column, row?.[i] ?? "");
    });
    this.random = random;
    this.uuidRandom = uuidRandom;
    this.countBy = users;
    this.count = user + 1 - users;
  }

  /** A new request begins. */
  next(): void {
    this.count += this.countBy;
    this.uuid = "";
    this.number = "";
  }

  /** Of an answer; goes before a column of the same name. */
  take(name: string, value: string): void {
    this.taken.set(name, value);
  }

  forgetTaken(): void {
    this.taken.clear();
  }

  /** Empty for a value not taken yet. */
  readonly of = (name: string): string => {
    const value = this.taken.get(name) ?? this.row.get(name);
    if (value !== undefined) return value;
    if (name === "counter") return String(this.count);
    if (name === "uuid") {
      if (this.uuid === "") this.uuid = uuidOf(this.uuidRandom);
      return this.uuid;
    }
    if (name === "random") {
      if (this.number === "") this.number = String(Math.floor(this.random() * RANDOM_BELOW));
      return this.number;
    }
    return "";
  };
}

/** RFC 9562, section 5.4. */
function uuidOf(random: () => number): string {
  const word = (): number => Math.floor(random() * WORD);
  const hex = (value: number): string => value.toString(16).padStart(8, "0");
  const [a, b, c, d] = [
    hex(word()),
    hex(((word() & 0xffff0fff) | 0x4000) >>> 0),
    hex(((word() & 0x3fffffff) | 0x80000000) >>> 0),
    hex(word()),
  ];
  return `${a}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${d}`;
}
