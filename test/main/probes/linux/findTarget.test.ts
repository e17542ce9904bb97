import { expect, test } from "vitest";
import { findListeners } from "../../../../main/probes/linux/findTarget.ts";
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

function ownsListener(pid: number): boolean {
  return proc.fds(pid).some((fd) => proc.socketInode(pid, fd) === 40816);
}
