import { readlinkSync } from "node:fs";
import { open } from "node:fs/promises";
import { orNull, type ProcFolder } from "../linux/procFolder.ts";

/** What a process is written in, as far as a dump can be taken of it. */
export type Runtime =
  | { readonly kind: "jvm"; readonly java: string }
  | { readonly kind: "python" }
  | { readonly kind: "node" }
  | { readonly kind: "other" };

/** By the program the process runs, not by its name: a process may call itself anything. */
export function runtimeOf(proc: ProcFolder, pid: number): Runtime {
  const program = orNull(() => readlinkSync(`${proc.root}/${pid}/exe`)) ?? "";
  const name = program.slice(program.lastIndexOf("/") + 1);
  if (name === "java") return { kind: "jvm", java: program };
  if (/^(python|pypy)[\d.]*$/.test(name) || /libpython\d/.test(orNull(() => proc.text(`${pid}/maps`)) ?? "")) return { kind: "python" };
  return /^node(js)?$/.test(name) ? { kind: "node" } : { kind: "other" };
}

/** What the Go linker writes before the versions of a program (Go, debug/buildinfo). */
const BUILD_INFO = Buffer.from("\xff Go buildinf:", "latin1");
const MOST_BYTES = 64e6; // of a program; the mark lies with its data, behind its code
const PIECE_BYTES = 1 << 20;

/** Whether a process runs a Go program, by the mark in its file: nothing is asked of it. False if the file cannot be read. */
export async function isGo(proc: ProcFolder, pid: number): Promise<boolean> {
  const file = await open(`${proc.root}/${pid}/exe`).catch(() => null);
  if (file === null) return false;
  try {
    const piece = Buffer.alloc(PIECE_BYTES + BUILD_INFO.length);
    for (let at = 0; at < MOST_BYTES; at += PIECE_BYTES) {
      const { bytesRead } = await file.read(piece, 0, piece.length, at); // a little of the next piece: the mark may lie across
      if (piece.subarray(0, bytesRead).includes(BUILD_INFO)) return true;
      if (bytesRead < piece.length) return false;
    }
    return false;
  } finally {
    await file.close();
  }
}
