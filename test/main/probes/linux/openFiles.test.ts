import { expect, test } from "vitest";
import { OpenFilesReader } from "../../../../main/probes/linux/openFiles.ts";
import { ProcFolder } from "../../../../main/probes/linux/procFolder.ts";
import { CAPTURED } from "../capture.ts";

const proc = new ProcFolder(CAPTURED);
const read = (...pids: number[]) => new OpenFilesReader(proc, 18080).read(pids, 0);

/** The captured tree with something else in its place; counts the looks at the tables. */
function changed(change: Partial<ProcFolder>) {
  const counted = { looks: 0 };
  const folder = Object.assign(new ProcFolder(CAPTURED), change);
  const text = folder.text.bind(folder);
  folder.text = (path) => {
    if (path.endsWith("/net/tcp")) counted.looks += 1;
    return text(path);
  };
  return { reader: new OpenFilesReader(folder, 18080), counted };
}

test("backends are the established connections to elsewhere, not the clients", () => {
  expect(read(20293, 20301, 20302)?.backends).toEqual([{ address: "127.0.0.1:15432", connections: 8 }]);
});

test("a worker's clients are not backends, though it is the primary that listens", () => {
  expect(read(20302)?.backends).toEqual([{ address: "127.0.0.1:15432", connections: 3 }]);
});

test("open files are counted over all processes", () => {
  const files = [20293, 20301, 20302].map((pid) => proc.fds(pid).length);
  expect(read(20293, 20301, 20302)?.openFiles).toBe(files.reduce((sum, count) => sum + count));
});

test("a process that ended is not counted, one whose files are closed to us makes all unknown", () => {
  const closed = changed({
    fds: (pid) => {
      if (pid === 7) throw Object.assign(new Error("no"), { code: "EACCES" });
      return proc.fds(pid);
    },
  }).reader;
  expect(closed.read([20301, 8], 0)?.openFiles).toBe(proc.fds(20301).length);
  expect(closed.read([20301, 7], 0)).toBeNull();
});

test("the costly tables are looked at for new sockets only, and again after some seconds", () => {
  const { reader, counted } = changed({});
  for (let second = 0; second < 5; second++) reader.read([20301], second * 1000);
  expect(counted.looks).toBe(1);
  reader.read([20301], 5000);
  expect(counted.looks).toBe(2);
  reader.read([20301, 20302], 7000);
  expect(counted.looks).toBe(3);
});

test("a connection that was closed is gone without a look", () => {
  let fds = proc.fds(20301);
  const { reader, counted } = changed({ fds: () => fds });
  expect(reader.read([20301], 0)?.backends).toEqual([{ address: "127.0.0.1:15432", connections: 5 }]);
  fds = fds.filter((fd) => fd !== 22);
  expect(reader.read([20301], 1000)?.backends).toEqual([{ address: "127.0.0.1:15432", connections: 4 }]);
  expect(counted.looks).toBe(1);
});

test("without the tables the backends are unknown, the open files are not", () => {
  const { reader } = changed({
    text: () => {
      throw new Error("no");
    },
  });
  expect(reader.read([20301], 0)).toMatchObject({ openFiles: proc.fds(20301).length, backends: null });
});
