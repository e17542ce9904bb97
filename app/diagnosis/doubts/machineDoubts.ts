import type { LevelSummary } from "../levelSummary.ts";
import type { Doubt } from "./doubt.ts";

export const OTHERS_PERCENT = 20; // of the host's CPU, used by programs that are neither target nor generator
const CLOCK_JUMP_MS = 1000; // a time server slews by 0.1 ms in an interval; this is a hand, a leap, or sleep
const ASLEEP_MS = 2000; // a starved sampler is late by tenths of seconds; seconds are a closed lid
const FREQUENCY_SHARE = 0.1; // of the session's usual frequency: the target's speed changes in step with it

export function machineDoubts({ otherCpuPercent, machine }: LevelSummary): Doubt[] {
  const doubts: Doubt[] = [];
  const { clockJumpMs, samplerLateMs, cpuMegahertz, usualCpuMegahertz, powerChanged } = machine;
  if (clockJumpMs !== null && Math.abs(clockJumpMs) > CLOCK_JUMP_MS) {
    const text = `The clock jumped by ${(clockJumpMs / 1000).toFixed(1)} s: it was set, or the machine slept. Keep it awake and measure the level again.`;
    doubts.push({ kind: "clock-jump", state: "invalid", weight: Math.abs(clockJumpMs), text });
  }
  if (samplerLateMs > ASLEEP_MS) {
    const text = `Nothing was read for ${(samplerLateMs / 1000).toFixed(1)} s: the machine slept or stood still. Keep it awake and measure the level again.`;
    doubts.push({ kind: "asleep", state: "invalid", weight: samplerLateMs, text });
  }
  if (otherCpuPercent !== null && otherCpuPercent > OTHERS_PERCENT) {
    const text = `Other programs used about ${Math.round(otherCpuPercent)} % of the CPU. Close them and measure again.`;
    doubts.push({ kind: "others-busy", state: "doubtful", weight: otherCpuPercent, text });
  }
  if (cpuMegahertz !== null && usualCpuMegahertz !== null) {
    const change = Math.abs(cpuMegahertz - usualCpuMegahertz) / usualCpuMegahertz;
    if (change > FREQUENCY_SHARE) {
      const text = `The CPU ran at ${Math.round(cpuMegahertz)} MHz, on the other levels at ${Math.round(usualCpuMegahertz)}. Let it cool down, fix its frequency, and measure again.`;
      doubts.push({ kind: "frequency", state: "doubtful", weight: change, text });
    }
  }
  if (powerChanged) {
    const text = "The machine changed between mains and battery, which changes the CPU's speed. Leave it plugged in and measure again.";
    doubts.push({ kind: "power", state: "doubtful", weight: 0, text });
  }
  return doubts;
}
