import { promises } from "node:fs"; // "fs/promises" is younger than Electron 9
import { extname, join, normalize } from "node:path";
import { protocol } from "electron";

const SCHEME = "plateau";
export const PAGE_ORIGIN = `${SCHEME}://app`;

/** Only our own files, no inline code, no network: the page talks to the engine through the preload and to nobody else. */
const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
};

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly content: Buffer;
}

/** To be called before the app is ready: makes the scheme's origin one that can have modules, storage and a content policy. */
export function claimScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Serves the files of `folder` as plateau://app/; nothing outside of it, and no other host. */
export function serveInterface(folder: string): void {
  if (typeof protocol.handle === "function") {
    protocol.handle(SCHEME, async ({ url }) => {
      const { status, type, content } = await answer(folder, url);
      return new Response(new Uint8Array(content), { status, headers: { ...HEADERS, "content-type": type } });
    });
    return;
  }
  // Electron before 25
  protocol.registerBufferProtocol(SCHEME, ({ url }, respond) => {
    answer(folder, url).then(({ status, type, content }) =>
      respond({ statusCode: status, mimeType: type, headers: { ...HEADERS }, data: content }),
    );
  });
}

async function answer(folder: string, address: string): Promise<Answer> {
  const { host, pathname } = new URL(address);
  const path = normalize(join(folder, pathname === "/" ? "index.html" : pathname)); // a URL's pathname cannot climb above "/"
  const type = TYPES[extname(path)];
  try {
    if (host === "app" && type !== undefined) return { status: 200, type, content: await promises.readFile(path) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") console.error(error);
  }
  return { status: 404, type: "text/plain", content: Buffer.from("Not found.") };
}
