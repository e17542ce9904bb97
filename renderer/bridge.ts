import type { Channel } from "../app/contract/wire.ts";

export type LineState = "connecting" | "open" | "away";

/** A channel to the engine that mends itself, and says how it is. */
export interface Line extends Channel {
  onState(listener: (state: LineState) => void): void;
  onMenu(listener: (command: string) => void): void;
}

/** What the desktop's preload puts into the page. */
interface DesktopBridge extends Channel {
  onMenu?(listener: (command: string) => void): void;
}

declare global {
  interface Window {
    readonly plateau?: DesktopBridge;
  }
}

/** Through the desktop's preload when there is one, else through a WebSocket to the server the page came from. */
export function openLine(): Line {
  return window.plateau === undefined ? socketLine(socketUrl(window.location)) : desktopLine(window.plateau);
}

export function socketUrl({ protocol, host }: Pick<Location, "protocol" | "host">): string {
  return `${protocol === "https:" ? "wss" : "ws"}://${host}/channel`;
}

function desktopLine(bridge: DesktopBridge): Line {
  const states = new Set<(state: LineState) => void>();
  let state: LineState = "open";
  const become = (next: LineState) => {
    if (next === state) return;
    state = next;
    for (const listener of states) listener(next);
  };
  bridge.onMessage(() => become("open")); // the shell says so itself when it has started a new engine
  bridge.onClose(() => become("away"));
  return {
    send: (message) => bridge.send(message),
    onMessage: (listener) => bridge.onMessage(listener),
    onClose: (listener) => bridge.onClose(listener),
    onMenu: (listener) => bridge.onMenu?.(listener),
    onState(listener) {
      states.add(listener);
      listener(state);
    },
  };
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;

/** Waits before the next attempt, ms: doubling, so an engine that restarts is found soon and one that is gone costs little. */
export function waitMs(failures: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
}

function socketLine(url: string): Line {
  const messages = new Set<(message: unknown) => void>();
  const closes = new Set<() => void>();
  const states = new Set<(state: LineState) => void>();
  const unsent: string[] = [];
  let socket: WebSocket | null = null;
  let state: LineState = "connecting";
  let failures = 0;

  function become(next: LineState): void {
    if (next === state) return;
    state = next;
    for (const listener of states) listener(next);
  }

  function connect(): void {
    const attempt = new WebSocket(url);
    socket = attempt;
    attempt.onopen = () => {
      failures = 0;
      become("open");
      for (const message of unsent.splice(0)) attempt.send(message);
    };
    attempt.onmessage = ({ data }) => {
      const message: unknown = JSON.parse(String(data));
      for (const listener of messages) listener(message);
    };
    attempt.onclose = () => {
      failures += 1;
      unsent.length = 0;
      become("away");
      for (const listener of closes) listener();
      window.setTimeout(connect, waitMs(failures));
    };
  }

  connect();
  return {
    send(message) {
      const text = JSON.stringify(message);
      if (socket?.readyState === WebSocket.OPEN) socket.send(text);
      else if (state === "connecting") unsent.push(text);
      else queueMicrotask(() => closes.forEach((listener) => void listener()));
    },
    onMessage: (listener) => void messages.add(listener),
    onClose: (listener) => void closes.add(listener),
    onMenu: () => undefined,
    onState(listener) {
      states.add(listener);
      listener(state);
    },
  };
}
