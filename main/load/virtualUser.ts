import { Answer, headerOf } from "../../app/requests/answer.ts";
import { type CacheOutcome, cacheOutcome } from "../../app/requests/cacheOutcome.ts";
import type { CookieJar } from "../../app/requests/cookieJar.ts";
import { pathEncoded } from "../../app/requests/httpUrl.ts";
import { isFit, type Script, type ScriptStep } from "../../app/requests/script.ts";
import { render } from "../../app/requests/template.ts";
import { Values } from "../../app/requests/values.ts";
import { AnswerBody } from "./answerBody.ts";
import type { AnswerHead, ConnectionUser } from "./connectionUser.ts";
import type { Cookies, Writer } from "./requestBytes.ts";

const NO_COOKIES: Cookies = [];
const NO_HEAD: AnswerHead = { statusCode: 0, headers: [] };

export interface VirtualUserOptions {
  readonly script: Script;
  readonly writers: readonly Writer[]; // of its steps
  readonly written: readonly (Buffer | null)[]; // those that are the same for every user; null: not so
  readonly connection: number; // of the level, from 0
  readonly connections: number; // of the level
  readonly random: () => number; // repeats with the plan's seed
  readonly uuidRandom: () => number; // never repeats
  readonly sessionCookie: readonly [name: string, value: string] | null;
  readonly jar: CookieJar | null; // null: cookies that answers set are not kept
}

/**
 * A user of one connection: its row, its cookies, the values it took from answers, and where it is in the scenario. Requests that are
 * always the same are written once.
 */
export class VirtualUser implements ConnectionUser {
  readonly connection: number;
  step = 0;
  fault: "status" | "body" | null = null;
  cache: CacheOutcome | null = null;
  method: string;
  private readonly options: VirtualUserOptions;
  private readonly values: Values;
  private readonly written: readonly (Buffer | null)[];
  private readonly own: number; // step of a connection that sends one only
  private readonly looksAtHeads: boolean;
  private readonly collected = new AnswerBody();
  private inHand: ScriptStep;
  private last: AnswerHead = NO_HEAD;
  private upcoming = 0; // of a sequence
  private path = "/"; // of the request in hand, where the jar asks for it

  constructor(options: VirtualUserOptions) {
    const { script, connection, connections, random, uuidRandom, sessionCookie, jar } = options;
    this.options = options;
    this.connection = connection;
    this.values = new Values(script.users, connection, connections, random, uuidRandom);
    this.inHand = script.steps[0] as ScriptStep;
    this.method = this.inHand.method;
    this.own = this.at((connection + 0.5) / connections);
    this.looksAtHeads = jar !== null;
    this.written = sessionCookie === null || jar !== null ? options.written : this.writtenWith(sessionCookie);
  }

  next(): Buffer {
    const { script } = this.options;
    if (script.steps.length > 1) {
      this.step = script.order === "mix" ? this.at(this.options.random()) : script.order === "apart" ? this.own : this.upcoming;
      this.inHand = script.steps[this.step] as ScriptStep;
      this.method = this.inHand.method;
    }
    return this.written[this.step] ?? this.write();
  }

  head(head: AnswerHead): void {
    this.last = head;
    this.cache = cacheOutcome(head.headers);
    if (this.inHand.needsBody) this.collected.clear();
    if (!this.looksAtHeads) return;
    for (let i = 0; i + 1 < head.headers.length; i += 2) {
      const name = head.headers[i] as string;
      if (name.length === 10 && name.toLowerCase() === "set-cookie")
        this.options.jar?.set(head.headers[i + 1] as string, this.path, sinceEpochMs());
    }
  }

  body(chunk: Buffer, from: number, length: number): void {
    if (this.inHand.needsBody) this.collected.add(chunk, from, length);
  }

  answered(): void {
    const { checker, takers, needsBody } = this.inHand;
    this.fault = checker.isGoodStatus(this.last.statusCode) ? null : "status";
    if (needsBody || takers.length > 0) this.look();
    else this.upcoming = this.following();
  }

  failed(): void {
    this.upcoming = this.inHand.takers.length > 0 ? this.fromTheStart() : this.following();
  }

  /** What is wrong with the answer in hand, for people; null if nothing is. */
  get complaint(): string | null {
    if (this.fault === null) return null;
    const { statusCode, headers } = this.last;
    const text = this.collected.text(headerOf(headers, "content-encoding"));
    if (text === null) return "a body that is too long to look at, or not packed as it says";
    const answer = new Answer(statusCode, headers, text);
    const taker = this.inHand.takers.find((each) => each.take(answer) === null);
    return this.inHand.checker.complaint(answer) ?? (taker === undefined ? null : `nothing to take as {{${taker.name}}}`);
  }

  private writtenWith(cookie: readonly [name: string, value: string]): (Buffer | null)[] {
    return this.options.writers.map((writer) => (writer.constant ? writer.bytes(this.values.of, [cookie]) : null));
  }

  private write(): Buffer {
    const { writers, jar, sessionCookie } = this.options;
    this.values.next();
    const { bytes } = writers[this.step] as Writer;
    if (jar === null) return bytes(this.values.of, sessionCookie === null ? NO_COOKIES : [sessionCookie]);
    this.path = render(this.inHand.path, (name) => pathEncoded(this.values.of(name)));
    const cookies = jar.of(this.path, sinceEpochMs());
    if (sessionCookie !== null && !cookies.some(([name]) => name === sessionCookie[0])) cookies.push([...sessionCookie]);
    return bytes(this.values.of, cookies);
  }

  private look(): void {
    const { checker, takers, needsBody } = this.inHand;
    const { statusCode, headers } = this.last;
    const text = needsBody ? this.collected.text(headerOf(headers, "content-encoding")) : "";
    const answer = new Answer(statusCode, headers, text ?? "");
    if (this.fault === null && (text === null || !checker.isGoodBody(answer))) this.fault = "body";
    let missed = false;
    for (const taker of takers) {
      const value = text === null ? null : taker.take(answer);
      if (value !== null && isFit(this.options.script, taker.name, value)) this.values.take(taker.name, value);
      else missed = true;
    }
    if (missed) this.fault ??= "body";
    this.upcoming = missed ? this.fromTheStart() : this.following();
  }

  private following(): number {
    return this.step + 1 < this.options.script.steps.length ? this.step + 1 : 0;
  }

  /** A value is missing: what follows could only be sent wrongly. */
  private fromTheStart(): number {
    if (this.options.script.order === "sequence") this.values.forgetTaken();
    return 0;
  }

  /** The step whose share of the weights holds this place, 0..1. */
  private at(place: number): number {
    const { weightsUpTo } = this.options.script;
    let step = 0;
    while (place >= (weightsUpTo[step] as number)) step++;
    return step;
  }
}

const sinceEpochMs = (): number => performance.timeOrigin + performance.now();
