import type { ThinkTime } from "../model/thinkTime.ts";
import { mean } from "./moments.ts";
import { normalCdf, normalDensity, normalDraw } from "./normalDistribution.ts";
import type { Random } from "./random.ts";

/** One think time, ms. */
export function drawThinkTime(thinkTime: ThinkTime, random: Random): number {
  switch (thinkTime.kind) {
    case "none":
      return 0;
    case "constant":
      return thinkTime.meanMs;
    case "exponential":
      return -thinkTime.meanMs * Math.log(1 - random());
    case "uniform":
      return thinkTime.fromMs + (thinkTime.toMs - thinkTime.fromMs) * random();
    case "normal":
      for (;;) {
        const ms = thinkTime.meanMs + thinkTime.deviationMs * normalDraw(random);
        if (ms >= 0) return ms; // at least every second one is: the mean is positive
      }
    case "lognormal": {
      const { mu, sigma } = logarithm(thinkTime);
      return Math.exp(mu + sigma * normalDraw(random));
    }
    case "sampled":
      return thinkTime.valuesMs[Math.floor(random() * thinkTime.valuesMs.length)] as number;
  }
}

/** Mean of the pauses that are drawn, ms: of the cut distribution when a normal one is cut at 0. */
export function meanThinkTimeMs(thinkTime: ThinkTime): number {
  switch (thinkTime.kind) {
    case "none":
      return 0;
    case "constant":
    case "exponential":
    case "lognormal":
      return thinkTime.meanMs;
    case "uniform":
      return (thinkTime.fromMs + thinkTime.toMs) / 2;
    case "normal": {
      // Integral of x·density over x > 0: mean·(1 - P(cut)) + deviation·density(cut), divided by what is left, 1 - P(cut).
      const cut = -thinkTime.meanMs / thinkTime.deviationMs;
      return thinkTime.meanMs + (thinkTime.deviationMs * normalDensity(cut)) / (1 - normalCdf(cut));
    }
    case "sampled":
      return mean(thinkTime.valuesMs);
  }
}

/** Probability that a pause is at most `ms`. */
export function thinkTimeCdf(thinkTime: ThinkTime, ms: number): number {
  if (ms < 0) return 0;
  switch (thinkTime.kind) {
    case "none":
      return 1;
    case "constant":
      return ms < thinkTime.meanMs ? 0 : 1;
    case "exponential":
      return -Math.expm1(-ms / thinkTime.meanMs);
    case "uniform":
      return Math.min(1, Math.max(0, (ms - thinkTime.fromMs) / (thinkTime.toMs - thinkTime.fromMs)));
    case "normal": {
      const { meanMs, deviationMs } = thinkTime;
      const cut = normalCdf(-meanMs / deviationMs);
      return (normalCdf((ms - meanMs) / deviationMs) - cut) / (1 - cut);
    }
    case "lognormal": {
      const { mu, sigma } = logarithm(thinkTime);
      return ms === 0 ? 0 : normalCdf((Math.log(ms) - mu) / sigma);
    }
    case "sampled":
      return thinkTime.valuesMs.filter((value) => value <= ms).length / thinkTime.valuesMs.length;
  }
}

/** Of a lognormal variable's logarithm: mean = exp(mu + sigma²/2), deviation² = mean²·(exp(sigma²) - 1), solved for mu and sigma. */
function logarithm({ meanMs, deviationMs }: { meanMs: number; deviationMs: number }): { mu: number; sigma: number } {
  const variance = Math.log1p((deviationMs / meanMs) ** 2);
  return { mu: Math.log(meanMs) - variance / 2, sigma: Math.sqrt(variance) };
}
