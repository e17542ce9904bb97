import { unreadable } from "./unreadable.ts";

/** TCP connections of this machine since boot, as RFC 4022 counts them. */
export interface Snmp {
  readonly activeOpens: number; // begun here
  readonly passiveOpens: number; // accepted here
  readonly attemptFails: number; // ended before they were established
  readonly estabResets: number; // established, then ended by a reset of either side
  readonly retransSegs: number; // segments sent again
}

/**
 * Parses the text of /proc/net/snmp: pairs of lines, the names and the values, each beginning with its group.
 * @throws PlateauError PROBE_UNREADABLE if the Tcp pair or one of the five names is missing
 */
export function parseSnmp(text: string): Snmp {
  const [names, values] = text.split("\n").filter((line) => line.startsWith("Tcp:"));
  if (names === undefined || values === undefined) throw unreadable("/proc/net/snmp", 'two lines "Tcp:"', text);
  const labels = names.split(" ");
  const numbers = values.split(" ");
  const counter = (label: string): number => {
    const value = Number(numbers[labels.indexOf(label)]);
    if (!Number.isFinite(value)) throw unreadable("/proc/net/snmp", `a number for ${label}`, values);
    return value;
  };
  return {
    activeOpens: counter("ActiveOpens"),
    passiveOpens: counter("PassiveOpens"),
    attemptFails: counter("AttemptFails"),
    estabResets: counter("EstabResets"),
    retransSegs: counter("RetransSegs"),
  };
}
