import type { Output } from "../../app/contract/calls.ts";

export type Session = Output<"session:list">[number];

/** Sessions whose name, address, status or verdict contains every word, latest first. */
export function matching(sessions: readonly Session[], search: string): Session[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return sessions
    .filter(({ name, url, status, verdict }) => {
      const text = [name, url, status, verdict?.title ?? "", verdict?.id ?? ""].join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => b.startedAt.localeCompare(a.startedAt));
}

export function peakRps({ curve }: Session): number | null {
  return curve.length === 0 ? null : Math.max(...curve.map((point) => point.throughputRps));
}
