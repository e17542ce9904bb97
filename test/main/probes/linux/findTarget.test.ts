import { expect, test } from "vitest";
import { findListeners } from "../../../../main/probes/linux/findTarget.ts";
import { readOpenFiles } from "../../../../main/probes/linux/openFiles.ts";
import { ProcFolder } from "../../../../main/probes/linux/procFolder.ts";
import { CAPTURED } from "../capture.ts";

const proc = new ProcFolder(CAPTURED);

test("of the processes that share a listening socket, their common ancestor is the target", () => {
  expect(findListeners(proc, 18080, 1)).toEqual([20293]);
});

test("Plateau is not chosen if another process owns the socket too", () => {
  expect(findListeners(proc, 18080, 20293)).toEqual([20301, 20302].filter((pid) => ownsListener(pid)));
});

test("nobody listens on the port, or the owner's files cannot be read: no target", () => {
  expect(findListeners(proc, 18081, 1)).toEqual([]);
  expect(findListeners(proc, 15432, 1)).toEqual([]); // listed, but no process shows the socket
});

test("backends are the established connections to elsewhere, not the clients", () => {
  expect(readOpenFiles(proc, [20293, 20301, 20302], 18080)?.backends).toEqual([{ address: "127.0.0.1:15432", connections: 8 }]);
});

test("a worker's clients are not backends, though it is the primary that listens", () => {
  const alone = readOpenFiles(proc, [20302], 18080);
  expect(alone?.backends).toEqual([{ address: "127.0.0.1:15432", connections: 3 }]);
});

test("open files are counted over all processes", () => {
  const files = [20293, 20301, 20302].map((pid) => proc.fds(pid).length);
  expect(readOpenFiles(proc, [20293, 20301, 20302], 18080)?.openFiles).toBe(files.reduce((sum, count) => sum + count));
});

test("a process that ended is not counted, one whose files are closed to us makes all unknown", () => {
  const forbidden = Object.assign(new Error("no"), { code: "EACCES" });
  const closed = Object.assign(new ProcFolder(CAPTURED), {
    fds: (pid: number) => {
      if (pid === 7) throw forbidden;
      return proc.fds(pid);
    },
  });
  expect(readOpenFiles(closed, [20301, 8], 18080)?.openFiles).toBe(proc.fds(20301).length);
  expect(readOpenFiles(closed, [20301, 7], 18080)).toBeNull();
});

function ownsListener(pid: number): boolean {
  return proc.fds(pid).some((fd) => proc.socketInode(pid, fd) === 40816);
}
