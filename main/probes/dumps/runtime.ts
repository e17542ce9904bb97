import { readlinkSync } from "node:fs";
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
