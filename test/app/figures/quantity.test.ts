import { describe, expect, it } from "vitest";
import { bytes, clock, count, duration, exact, latency, percent, short, shortLatency, threeDigits } from "../../../app/figures/quantity.ts";

const plain = (text: string) => text.replaceAll(/[\u202f\u00a0]/g, " ");

describe("threeDigits()", () => {
  it.each([
    [0, "0"],
    [0.04321, "0.0432"],
    [4.3215, "4.32"],
    [43.215, "43.2"],
    [432.15, "432"],
    [4321.5, "4 320"],
    [43_215, "43 200"],
    [999_499, "999 000"],
    [999_500, "1.00 M"],
    [4_321_500, "4.32 M"],
    [9.996, "10.0"],
    [99.96, "100"],
    [999.6, "1 000"],
    [-43.215, "−43.2"],
    [null, "–"],
    [Number.NaN, "–"],
    [Number.POSITIVE_INFINITY, "∞"],
  ] as const)("writes %s as %s", (value, text) => expect(plain(threeDigits(value))).toBe(text));
});

describe("units", () => {
  it.each([
    [0.42, "420 µs"],
    [0.9996, "1.00 ms"],
    [43.21, "43.2 ms"],
    [999.6, "1.00 s"],
    [1234, "1.23 s"],
    [0, "0 ms"],
  ] as const)("latency of %s ms reads %s", (ms, text) => expect(plain(latency(ms))).toBe(text));
  it.each([
    [20, "20"],
    [1.5, "1.5"],
    [0.25, "0.25"],
    [100, "100"],
    [12_000, "12 000"],
  ] as const)("on an axis, %s is %s", (value, text) => expect(plain(short(value))).toBe(text));
  it.each([
    [1000, "1 s"],
    [300, "300 ms"],
    [1.5, "1.5 ms"],
    [0.1, "100 µs"],
  ] as const)("on a latency axis, %s ms is %s", (ms, text) => expect(plain(shortLatency(ms))).toBe(text));
  it.each([
    [800, "800 ms"],
    [42_000, "42 s"],
    [91_000, "1 min 31 s"],
    [3_720_000, "1 h 2 min"],
    [60_000, "1 min"],
  ] as const)("%s ms last %s", (ms, text) => expect(plain(duration(ms))).toBe(text));
  it.each([
    [0, "0:00"],
    [42_400, "0:42"],
    [725_000, "12:05"],
    [3_725_000, "1:02:05"],
  ] as const)("%s ms on the clock: %s", (ms, text) => expect(clock(ms)).toBe(text));
  it.each([
    [512, "512 B"],
    [1023.9, "1.00 KiB"],
    [2.5 * 2 ** 30, "2.50 GiB"],
  ] as const)("%s bytes: %s", (value, text) => expect(plain(bytes(value))).toBe(text));
  it("writes a share of next to nothing as nothing", () => expect(plain(percent(0.001))).toBe("0 %"));
  it("counts in full and keeps every digit of an exact value", () => {
    expect(plain(count(10_000))).toBe("10 000");
    expect(plain(exact(43_215.123_456_7))).toBe("43 215.123457");
  });
});
