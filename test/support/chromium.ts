import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, chromium } from "playwright-core";

/** Everything the browser needs, so that it runs on a machine with no browser libraries and no fonts. */
const PARTS = ["chromium.br", "al2023.tar.br", "fonts.tar.br", "swiftshader.tar.br"];
const UNPACK = `
  import { join } from "node:path";
  import { inflate } from "@sparticuz/chromium";
  await Promise.all(process.argv.slice(2).map((part) => inflate(join(process.argv[1], part))));
`;

/**
 * A real, headless Chromium from the npm package, driven by Playwright; the caller closes it. Elsewhere than on Linux x64
 * the machine's own Chrome. No sandbox: tests run as root in bare machines, and load only our own pages.
 */
export async function openBrowser(): Promise<Browser> {
  if (process.platform !== "linux" || process.arch !== "x64") return chromium.launch({ channel: "chrome" });
  const folder = unpackedBrowser();
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    args: ["--no-sandbox", "--no-zygote", "--font-render-hinting=none", "--use-gl=angle", "--use-angle=swiftshader"],
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  });
}

/** The folder of the unpacked browser: made once, under the system's temporary folder, and only ever seen complete. */
function unpackedBrowser(): string {
  const require = createRequire(import.meta.url);
  const packageFolder = dirname(dirname(require.resolve("@sparticuz/chromium")));
  const { version } = require(join(packageFolder, "package.json")) as { version: string };
  const folder = join(tmpdir(), `plateau-chromium-${version}`);
  if (existsSync(folder)) return folder;

  const staging = mkdtempSync(`${folder}-`);
  // The package unpacks to wherever the temporary folder is, so it gets one of its own, in a process of its own.
  const unpacked = spawnSync(process.execPath, ["--input-type=module", "--eval", UNPACK, join(packageFolder, "bin"), ...PARTS], {
    cwd: import.meta.dirname,
    env: { ...process.env, TMPDIR: staging },
    encoding: "utf8",
  });
  if (unpacked.status !== 0) throw new Error(`Chromium could not be unpacked: ${unpacked.stderr}`);
  writeFileSync(join(staging, "fonts.conf"), fontsConf(folder));
  mkdirSync(join(staging, "fonts-cache"));
  try {
    renameSync(staging, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(staging, { recursive: true }); // another test process was faster
  }
  return folder;
}

/** The package's font is a directory nobody's settings know. */
const fontsConf = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, "fonts")}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, "fonts-cache")}</cachedir>
</fontconfig>
`;
