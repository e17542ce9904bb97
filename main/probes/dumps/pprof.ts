import { parseGoStacks } from "../../../app/dumps/goStacks.ts";
import type { Stacks } from "../../../app/dumps/stackGroups.ts";

const PATIENCE_MS = 5000;
const MOST_BYTES = 4e6;

/** Asks a Go program for its goroutines, at the address it is loaded at. Null if it does not expose pprof there. @throws PlateauError PROBE_UNREADABLE */
export async function dumpGo(url: string): Promise<Stacks | null> {
  const response = await fetch(new URL("/debug/pprof/goroutine?debug=1", url), {
    signal: AbortSignal.timeout(PATIENCE_MS),
    redirect: "manual",
  });
  const isProfile = response.ok && (response.headers.get("content-type") ?? "").startsWith("text/plain");
  if (!isProfile || Number(response.headers.get("content-length") ?? 0) > MOST_BYTES) {
    await response.body?.cancel();
    return null;
  }
  const text = await response.text();
  return text.startsWith("goroutine profile:") ? parseGoStacks(text) : null;
}
