import type { HostFacts } from "../model/host.ts";

/** "AMD EPYC, 4 cores, 7.8 GiB, Debian 12, virtualised": what is known of the machine, in a line. */
export function hostText({ cpu, cores, memoryBytes, os, virtualised }: HostFacts): string {
  const facts = [
    cpu,
    cores === null ? null : `${cores} cores`,
    memoryBytes === null ? null : `${(memoryBytes / 2 ** 30).toFixed(1)} GiB`,
    os,
    virtualised === true ? "virtualised" : null,
  ];
  return [...new Set(facts.filter((fact) => fact !== null))].join(", ");
}
