import { parseNodeStacks } from "../../../app/dumps/nodeStacks.ts";
import type { Stacks } from "../../../app/dumps/stackGroups.ts";

const PROFILE_MS = 300; // some hundred samples; the event loop goes on meanwhile
const SAMPLE_US = 1000;
const PATIENCE_MS = 5000; // a blocked event loop answers when it is free
const ASK_MS = 500;

/** The inspector's address behind one of the ports a process listens on; null if none is one. */
export async function findInspector(ports: readonly number[]): Promise<string | null> {
  const answers = await Promise.all(ports.map(inspectorAt));
  return answers.find((address) => address !== null) ?? null;
}

async function inspectorAt(port: number): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/json/list`, { signal: AbortSignal.timeout(ASK_MS) });
    const [first] = (await response.json()) as { webSocketDebuggerUrl?: unknown }[];
    const url = first?.webSocketDebuggerUrl;
    return typeof url === "string" && url.startsWith(`ws://127.0.0.1:${port}/`) ? url : null;
  } catch {
    return null; // another service, or nobody
  }
}

/**
 * Profiles Node's one thread through its open inspector (Chrome DevTools Protocol): to break into it would stop it, and say where it was once.
 * A function that V8 has built into its caller before shows as its caller.
 * @throws Error if the inspector does not answer in time, PlateauError PROBE_UNREADABLE if it answers something else
 */
export async function profileNode(address: string): Promise<Stacks> {
  const socket = new WebSocket(address);
  const timer = setTimeout(() => socket.close(), PATIENCE_MS);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.onopen = () => resolve();
      socket.onclose = () => reject(new Error("the inspector did not open"));
    });
    let asked = 0;
    const ask = (method: string, params: object = {}): Promise<{ profile?: unknown }> =>
      new Promise((resolve, reject) => {
        const id = ++asked;
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(String(data)) as { id?: number; result?: { profile?: unknown } };
          if (message.id === id) resolve(message.result ?? {});
        };
        socket.onclose = () => reject(new Error("the inspector did not answer in time"));
        socket.send(JSON.stringify({ id, method, params }));
      });
    await ask("Profiler.enable");
    await ask("Profiler.setSamplingInterval", { interval: SAMPLE_US });
    await ask("Profiler.start");
    await new Promise((resolve) => setTimeout(resolve, PROFILE_MS));
    const { profile } = await ask("Profiler.stop");
    await ask("Profiler.disable");
    return parseNodeStacks(profile);
  } finally {
    clearTimeout(timer);
    socket.onclose = null;
    socket.close();
  }
}
