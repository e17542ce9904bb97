import { config } from "zod";

/**
 * What must be in place before any other module runs.
 * zod would try `new Function` to be faster; the page's content policy forbids it and would report the attempt.
 */
config({ jitless: true });

/** Methods younger than the oldest browser the window runs in (Chrome 83). */
const late: Record<string, (this: unknown[], ...args: never[]) => unknown> = {
  at(this: unknown[], index: number) {
    const whole = Math.trunc(index) || 0;
    return this[whole < 0 ? this.length + whole : whole];
  },
  toSorted(this: unknown[], compare?: (a: unknown, b: unknown) => number) {
    return [...this].sort(compare);
  },
  toReversed(this: unknown[]) {
    return [...this].reverse();
  },
  findLast(this: unknown[], test: (item: unknown, index: number) => boolean) {
    for (let index = this.length - 1; index >= 0; index--) if (test(this[index], index)) return this[index];
    return undefined;
  },
};
for (const [name, value] of Object.entries(late)) {
  if (!(name in Array.prototype)) Object.defineProperty(Array.prototype, name, { value, writable: true, configurable: true });
}
const before2022: object = Object;
if (!("hasOwn" in before2022)) {
  // biome-ignore lint/suspicious/noPrototypeBuiltins: this is what Object.hasOwn is made of where it is not there
  const value = (of: object, key: PropertyKey): boolean => Object.prototype.hasOwnProperty.call(of, key);
  Object.defineProperty(before2022, "hasOwn", { value, configurable: true });
}
if (!("replaceAll" in String.prototype)) {
  Object.defineProperty(String.prototype, "replaceAll", {
    value(this: string, what: string, by: string) {
      return this.split(what).join(by);
    },
    configurable: true,
  });
}
