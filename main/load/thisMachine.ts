import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";

/** The addresses of a name, in the order the system prefers; those of a literal address are itself. */
export async function addressesOf(hostname: string): Promise<string[]> {
  if (isIP(hostname) !== 0) return [hostname];
  return (await lookup(hostname, { all: true })).map((found) => found.address);
}

/**
 * True when every address of the name is loopback or belongs to a network interface of this machine.
 * One foreign address among several is enough for false: which one is taken is not ours to say.
 * @throws the resolver's error if the name has no address
 */
export async function isThisMachine(hostname: string): Promise<boolean> {
  return areOfThisMachine(await addressesOf(hostname));
}

export function areOfThisMachine(addresses: readonly string[]): boolean {
  const own = new Set(Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map((one) => plain(one.address))));
  return addresses.length > 0 && addresses.every((address) => isLoopback(plain(address)) || own.has(plain(address)));
}

/** Without the zone, and IPv4 dressed as IPv6 undressed: fe80::1%eth0, ::ffff:127.0.0.1, and ::ffff:7f00:1 as URLs write it. */
function plain(address: string): string {
  const bare = address.toLowerCase().replace(/%.*$/, "");
  const dotted = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1];
  if (dotted !== undefined) return dotted;
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(bare) ?? [];
  if (high === undefined || low === undefined) return bare;
  const words = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return words.flatMap((word) => [word >> 8, word & 255]).join(".");
}

/** 0.0.0.0 and :: as a destination mean this machine too. */
function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "::1" || address === "0.0.0.0" || address === "::";
}
