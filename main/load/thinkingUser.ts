import type { Due } from "./dueQueue.ts";
import type { Pace, PacedConnection } from "./pace.ts";
import type { Pacer } from "./pacer.ts";

const MOST_CARRIED_MS = 25; // what a pause came late beyond this is not made good: a burst would be no think time any more

/**
 * One user of the closed model: thinks after every answer (and after every failed request) before the next is sent. A pause that came out too long or
 * too short is set right in the next one, so that the mean is the one asked for although no timer is exact.
 */
export class ThinkingUser implements Pace, Due {
  dueMs = 0;
  private readonly pacer: Pacer;
  private readonly drawMs: () => number;
  private readonly onPause: (nowMs: number, us: number) => void;
  private connection: PacedConnection | null = null;
  private endedMs = 0;
  private carriedMs = 0; // owed to the pauses so far; negative after a late one

  constructor(pacer: Pacer, drawMs: () => number, onPause: (nowMs: number, us: number) => void) {
    this.pacer = pacer;
    this.drawMs = drawMs;
    this.onPause = onPause;
  }

  ended(connection: PacedConnection, nowMs: number): void {
    this.connection = connection;
    this.endedMs = nowMs;
    this.dueMs = nowMs + this.drawMs() + this.carriedMs;
    if (this.dueMs <= nowMs) this.due(nowMs);
    else this.pacer.add(this);
  }

  due(nowMs: number): void {
    this.carriedMs = Math.max(-MOST_CARRIED_MS, this.dueMs - nowMs); // = carried before + asked - made
    this.onPause(nowMs, (nowMs - this.endedMs) * 1000);
    this.connection?.resume(-1);
  }
}
