import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, unlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { findUnixListeners } from "../../../../main/probes/linux/findTarget.ts";
import { LinuxProbe } from "../../../../main/probes/linux/linuxProbe.ts";
import { ProcFolder } from "../../../../main/probes/linux/procFolder.ts";
import { parseUnixListeners } from "../../../../main/probes/linux/unixSockets.ts";

// Linux 6.18: a listener and one of its connections, a path with blanks, a datagram socket, one without a file, one without a name
const CAPTURED = `Num       RefCount Protocol Flags    Type St Inode Path
00000000b883a04e: 00000002 00000000 00010000 0001 01 798164 /run/app.sock
000000008d8aa0ed: 00000003 00000000 00000000 0001 03 798167 /run/app.sock
00000000b883a04f: 00000002 00000000 00010000 0001 01   8164 ./my app .sock
0000000095745188: 00000002 00000000 00000000 0002 01 786527 /run/log
0000000095745189: 00000002 00000000 00010000 0001 01 786528 @hidden
000000009c8ab9c9: 00000003 00000000 00000000 0001 03 786521
`;

describe("parseUnixListeners()", () => {
  it("takes what accepts connections under a path", () => {
    expect(parseUnixListeners(CAPTURED)).toEqual([
      { path: "/run/app.sock", inode: 798164 },
      { path: "./my app .sock", inode: 8164 },
    ]);
  });

  it("refuses a table of another shape", () => {
    expect(() => parseUnixListeners("sl local_address")).toThrow("/proc/net/unix");
  });
});

describe.skipIf(process.platform !== "linux")("who listens on a Unix socket", () => {
  const proc = new ProcFolder();
  const children: ChildProcess[] = [];
  let folder: string;
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "plateau-who-")));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A process that listens on `path`, seen from the folder; its pid. */
  async function listening(path: string): Promise<number> {
    const code = `require("node:net").createServer().listen(${JSON.stringify(path)}, () => console.log("listening"))`;
    const child = spawn(process.execPath, ["-e", code], { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    await new Promise((resolve) => child.stdout?.once("data", resolve));
    return child.pid as number;
  }

  it("is found by the path it was given, by a relative one, and by another name of it", async () => {
    const [absolute, relative] = await Promise.all([listening(join(folder, "a.sock")), listening("b.sock")]);
    mkdirSync(join(folder, "inner"));
    symlinkSync(join(folder, "b.sock"), join(folder, "inner/link"));
    expect(findUnixListeners(proc, join(folder, "a.sock"), process.pid)).toEqual([absolute]);
    expect(findUnixListeners(proc, join(folder, "b.sock"), process.pid)).toEqual([relative]);
    expect(findUnixListeners(proc, join(folder, "inner/link"), process.pid)).toEqual([relative]);
    expect(findUnixListeners(proc, join(folder, "c.sock"), process.pid)).toEqual([]);
  });

  it("is not guessed when two were bound to the path, one after the other", async () => {
    const path = join(folder, "twice.sock");
    await listening(path);
    unlinkSync(path);
    await listening(path);
    expect(findUnixListeners(proc, path, process.pid)).toEqual([]);
  });

  it("is sampled as the target; an explicit pid goes before it", async () => {
    const pid = await listening(join(folder, "probe.sock"));
    const options = { port: null, socketPath: join(folder, "probe.sock"), ownPid: process.pid };
    expect(new LinuxProbe({ ...options, pid: null }).read(0).target).toMatchObject({ pid, name: "node", backends: [] });
    expect(new LinuxProbe({ ...options, pid: process.pid }).read(0).target).toMatchObject({ pid: process.pid });
  });
});
