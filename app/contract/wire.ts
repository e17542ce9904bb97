import { z } from "zod";
import { type Call, calls, type EventName, type EventOf, type Input, type Output } from "./calls.ts";

/** How engine and interface reach each other. JSON in both directions; the engine does not know which kind it has. */
export interface Channel {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
}

export type Request = z.infer<typeof Request>;
export const Request = z.strictObject({ id: z.int(), call: z.enum(Object.keys(calls) as [Call, ...Call[]]), input: z.unknown() });
const Failure = z.strictObject({ code: z.string(), message: z.string() });
const Reply = z.union([
  z.strictObject({ id: z.int(), ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ id: z.int(), ok: z.literal(false), error: Failure }),
]);
const Announcement = z.strictObject({ event: z.string(), payload: z.unknown() });
export type Failure = z.infer<typeof Failure>;
export type Reply = z.infer<typeof Reply>;
export type Announcement = { [E in EventName]: { event: E; payload: EventOf<E> } }[EventName];

/** A call that the engine refused or could not do; `message` is for people. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly code: string;
  constructor({ code, message }: Failure) {
    super(message);
    this.code = code;
  }
}

/** The interface's end of a channel: typed calls and events. After the channel closes, open calls fail with CHANNEL_CLOSED. */
export class Client {
  readonly #channel: Channel;
  readonly #open = new Map<number, { resolve(value: unknown): void; reject(error: CallError): void }>();
  readonly #listeners = new Map<string, Set<(payload: never) => void>>();
  #nextId = 1;

  constructor(channel: Channel) {
    this.#channel = channel;
    channel.onMessage((message) => this.#receive(message));
    channel.onClose(() => {
      for (const { reject } of this.#open.values())
        reject(new CallError({ code: "CHANNEL_CLOSED", message: "The engine stopped answering; it is being restarted." }));
      this.#open.clear();
    });
  }

  call<C extends Call>(call: C, input: Input<C>): Promise<Output<C>> {
    const id = this.#nextId++;
    const reply = new Promise<unknown>((resolve, reject) => this.#open.set(id, { resolve, reject }));
    this.#channel.send({ id, call, input });
    return reply as Promise<Output<C>>;
  }

  /** Returns the function that stops listening. */
  on<E extends EventName>(event: E, listener: (payload: EventOf<E>) => void): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener as (payload: never) => void));
    return () => listeners.delete(listener as (payload: never) => void);
  }

  #receive(message: unknown): void {
    const reply = Reply.safeParse(message);
    if (reply.success) {
      const waiting = this.#open.get(reply.data.id);
      this.#open.delete(reply.data.id);
      if (reply.data.ok) waiting?.resolve(reply.data.value);
      else waiting?.reject(new CallError(reply.data.error));
      return;
    }
    const announcement = Announcement.safeParse(message);
    if (!announcement.success) return;
    for (const listener of this.#listeners.get(announcement.data.event) ?? []) listener(announcement.data.payload as never);
  }
}
