import { setTimeout as pause } from "node:timers/promises";

interface Target {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly webSocketDebuggerUrl: string;
}

/** All the windows and frames a browser with this debugging port has. */
export async function targets(port: number): Promise<Target[]> {
  return (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as Target[];
}

/** One page, over the browser's own debugging protocol: Playwright needs a younger Chromium than the oldest we test in. */
export class DevTools {
  readonly #socket: WebSocket;
  readonly #open = new Map<number, (answer: { result?: never; error?: { message: string } }) => void>();
  #nextId = 1;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const { id, ...answer } = JSON.parse(String(data)) as { id: number };
      this.#open.get(id)?.(answer);
      this.#open.delete(id);
    };
  }

  /** Waits until there is a page, and a document in it. */
  static async connect(port: number): Promise<DevTools> {
    for (let attempt = 0; attempt < 150; attempt++) {
      const page = (await targets(port).catch(() => [])).find(({ type, url }) => type === "page" && url.startsWith("plateau:"));
      if (page !== undefined) {
        const socket = new WebSocket(page.webSocketDebuggerUrl);
        await new Promise((resolve, reject) => {
          socket.onopen = resolve;
          socket.onerror = () => reject(new Error("the page refused its debugger"));
        });
        return new DevTools(socket);
      }
      await pause(200);
    }
    throw new Error("no page came up within 30 s");
  }

  /** @throws Error when the browser refuses, or says nothing for 15 s: a page that hangs must have a name in the test's report */
  send<T>(method: string, params: object = {}): Promise<T> {
    const id = this.#nextId++;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve, reject) => {
      const overdue = setTimeout(() => reject(new Error(`no answer within 15 s to ${method} ${JSON.stringify(params)}`)), 15_000);
      this.#open.set(id, ({ result, error }) => {
        clearTimeout(overdue);
        if (error === undefined) resolve(result as T);
        else reject(new Error(error.message));
      });
    });
  }

  /** The value of an expression in the page; a promise is awaited. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.send<{
      result: { value: T };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    }>("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true, userGesture: true });
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  /** Presses the button or link that says `text`; waits for it up to 10 s. */
  async press(text: string): Promise<void> {
    await this.evaluate(`new Promise((resolve, reject) => {
      const from = Date.now();
      (function look() {
        const found = [...document.querySelectorAll("button, a")].find((element) => element.textContent.trim() === ${JSON.stringify(text)});
        if (found) resolve(found.click());
        else if (Date.now() - from > 10000) reject(new Error(${JSON.stringify(`nothing to press says "${text}"`)}));
        else setTimeout(look, 50);
      })();
    })`);
  }

  text(selector: string): Promise<string | null> {
    return this.evaluate(`(document.querySelector(${JSON.stringify(selector)}) || { textContent: null }).textContent`);
  }

  /** PNG of what the window shows. */
  async screenshot(): Promise<Buffer> {
    return Buffer.from((await this.send<{ data: string }>("Page.captureScreenshot")).data, "base64");
  }

  close(): void {
    this.#socket.close();
  }
}
