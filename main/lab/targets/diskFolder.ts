import { existsSync } from "node:fs";
import { tmpdir } from "node:os";

const KEPT = "/var/tmp"; // outlives a restart, so it lies on a disk; the other temporary folder is often in memory

/** A folder for temporary files on a real disk, where this system has one. */
export const diskFolder = (): string => (existsSync(KEPT) ? KEPT : tmpdir());
