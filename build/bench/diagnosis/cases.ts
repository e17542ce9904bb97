import { BOTTLENECK_IDS } from "../../../app/model/finding.ts";
import type { Case } from "./case.ts";
import { healthyCases, labCases, throttledDisk } from "./labCases.ts";
import { softwareCases } from "./softwareCases.ts";

export const cases: readonly Case[] = [...labCases, throttledDisk, ...healthyCases, ...softwareCases];

/** What one machine cannot be made to show, and why. */
const UNSTAGED: readonly { readonly what: string; readonly why: string }[] = [
  { what: "steal", why: "only the hypervisor can take a virtual machine's CPU" },
  { what: "memory-pressure by swapping", why: "filling a machine's memory harms whoever else works on it; the heap's collector is staged" },
  {
    what: "port-exhaustion of ephemeral ports",
    why: "the kernel gives loopback's ports again after a second; file descriptors are staged",
  },
  { what: "bandwidth of a network card", why: "loopback has no line rate; a paced line in the target is staged" },
];

/** Left out here: what cannot be staged anywhere, what this machine lacks, and verdicts no case asks for. */
export function notStaged(): { readonly what: string; readonly why: string }[] {
  const asked = new Set(cases.flatMap(({ right }) => [...right]));
  const told = new Set(UNSTAGED.map(({ what }) => what.split(" ")[0]));
  return [
    ...UNSTAGED,
    ...BOTTLENECK_IDS.filter((id) => !asked.has(id) && !told.has(id)).map((what) => ({ what, why: "no case yet" })),
    ...cases.flatMap(({ id, missing }) => (typeof missing === "string" ? [{ what: id, why: `missing here: ${missing}` }] : [])),
  ];
}
